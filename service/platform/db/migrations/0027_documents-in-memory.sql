CREATE TABLE "search_deletions" (
	"deleted_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"document_id" bigint NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_deletions_deleted_in_document_id_pk" PRIMARY KEY("deleted_in","document_id")
);
--> statement-breakpoint
DROP INDEX "search_documents_stems";--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "search_deletions_at" ON "search_deletions" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "search_documents_changed" ON "search_documents" USING btree ("changed_in");--> statement-breakpoint
-- Words, phrases, labels and kinds are found by the index in memory (docs/decisions/046-documents-in-memory.md).
DROP INDEX "search_documents_titles";--> statement-breakpoint
DROP INDEX "search_documents_labels";--> statement-breakpoint
DROP INDEX "search_documents_announcements";--> statement-breakpoint
CREATE FUNCTION search_on_changing_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.changed_in := pg_current_xact_id(); RETURN NEW; END $$;--> statement-breakpoint
CREATE TRIGGER search_changing_document BEFORE UPDATE ON search_documents FOR EACH ROW
  EXECUTE FUNCTION search_on_changing_document();--> statement-breakpoint
CREATE FUNCTION search_on_deleted_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO public.search_deletions (document_id) VALUES (OLD.id); RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER search_deleted_document AFTER DELETE ON search_documents FOR EACH ROW
  EXECUTE FUNCTION search_on_deleted_document();--> statement-breakpoint
CREATE FUNCTION search_on_no_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO public.search_deletions (document_id) VALUES (0) ON CONFLICT DO NOTHING; RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER search_no_documents AFTER TRUNCATE ON search_documents EXECUTE FUNCTION search_on_no_documents();
