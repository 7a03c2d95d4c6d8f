CREATE TABLE "folders" (
	"ocl_id" text NOT NULL,
	"path" text NOT NULL,
	"path_skeleton" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "folders_ocl_id_path_pk" PRIMARY KEY("ocl_id","path")
);
--> statement-breakpoint
CREATE TABLE "former_paths" (
	"ocl_id" text NOT NULL,
	"path" text NOT NULL,
	"file_id" uuid NOT NULL,
	"move" integer NOT NULL,
	CONSTRAINT "former_paths_ocl_id_path_pk" PRIMARY KEY("ocl_id","path")
);
--> statement-breakpoint
CREATE TABLE "search_moved" (
	"file_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "entries" jsonb;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "moves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_paths" ADD CONSTRAINT "former_paths_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_paths" ADD CONSTRAINT "former_paths_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_moved" ADD CONSTRAINT "search_moved_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "folders_in_order" ON "folders" USING btree ("ocl_id","path" collate "C");--> statement-breakpoint
CREATE INDEX "former_paths_file" ON "former_paths" USING btree ("file_id","move");--> statement-breakpoint
-- A move indexes its files itself (service/operations/search/index-moved.ts): at once if they are few, else by the worker.
DROP TRIGGER search_changed_file ON files;--> statement-breakpoint
CREATE TRIGGER search_changed_file AFTER UPDATE ON files FOR EACH ROW
  WHEN ((OLD.access_level, OLD.description, OLD.tags, OLD.categories, OLD.content_text)
    IS DISTINCT FROM (NEW.access_level, NEW.description, NEW.tags, NEW.categories, NEW.content_text))
  EXECUTE FUNCTION search_on_file();
