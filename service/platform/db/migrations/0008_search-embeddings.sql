CREATE TABLE "search_embeddings" (
	"document_id" bigint PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now(),
	"model" text,
	"dimensions" integer,
	"vector" "bytea",
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_embeddings" ADD CONSTRAINT "search_embeddings_document_id_search_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."search_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_embeddings_due" ON "search_embeddings" USING btree ("due_at") WHERE "search_embeddings"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "search_embeddings_space" ON "search_embeddings" USING btree ("model","dimensions");--> statement-breakpoint
CREATE INDEX "search_embeddings_changed" ON "search_embeddings" USING btree ("changed_in");--> statement-breakpoint
-- Numbers of a vector hardly compress: trying to costs more than it saves.
ALTER TABLE "search_embeddings" ALTER COLUMN "vector" SET STORAGE EXTERNAL;--> statement-breakpoint
CREATE FUNCTION search_on_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.search_embeddings AS known (document_id) VALUES (NEW.id)
  ON CONFLICT (document_id) DO UPDATE SET revision = known.revision + 1, due_at = now(), model = NULL,
    dimensions = NULL, vector = NULL, changed_in = pg_current_xact_id();
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER search_new_document AFTER INSERT ON search_documents FOR EACH ROW EXECUTE FUNCTION search_on_document();--> statement-breakpoint
CREATE TRIGGER search_changed_document AFTER UPDATE ON search_documents FOR EACH ROW
  WHEN (OLD.stems IS DISTINCT FROM NEW.stems) EXECUTE FUNCTION search_on_document();--> statement-breakpoint
-- What there was before.
INSERT INTO search_embeddings (document_id) SELECT id FROM search_documents;
