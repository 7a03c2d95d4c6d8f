CREATE TABLE "trash_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ocl_id" text NOT NULL,
	"path" text NOT NULL,
	"file_count" integer NOT NULL,
	"content_length" bigint NOT NULL,
	"folders" text[] NOT NULL,
	"trashed_by" text NOT NULL,
	"trashed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trashed_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ocl_id" text NOT NULL,
	"did" text NOT NULL,
	"path" text NOT NULL,
	"path_skeleton" text,
	"version" integer NOT NULL,
	"access_level" text NOT NULL,
	"description" text,
	"tags" text[] NOT NULL,
	"categories" text[] NOT NULL,
	"content_text" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"change_by" text NOT NULL,
	"moves" integer DEFAULT 0 NOT NULL,
	"entry_id" uuid NOT NULL,
	"former_paths" jsonb NOT NULL,
	CONSTRAINT "trashed_files_did_unique" UNIQUE("did")
);
--> statement-breakpoint
CREATE TABLE "trashed_versions" (
	"file_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"object_key" text NOT NULL,
	"content_type" text NOT NULL,
	"sha256" text NOT NULL,
	"content_length" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"change_by" text NOT NULL,
	"encryption" jsonb,
	"access_level" text DEFAULT 'PUBLIC' NOT NULL,
	"restored_from" integer,
	"next_key" text,
	CONSTRAINT "trashed_versions_file_id_version_pk" PRIMARY KEY("file_id","version")
);
--> statement-breakpoint
ALTER TABLE "file_versions" DROP CONSTRAINT "file_versions_object_key_unique";--> statement-breakpoint
ALTER TABLE "file_versions" ADD COLUMN "restored_from" integer;--> statement-breakpoint
ALTER TABLE "trash_entries" ADD CONSTRAINT "trash_entries_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trashed_files" ADD CONSTRAINT "trashed_files_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trashed_files" ADD CONSTRAINT "trashed_files_entry_id_trash_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."trash_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trashed_versions" ADD CONSTRAINT "trashed_versions_file_id_trashed_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."trashed_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trash_entries_lab" ON "trash_entries" USING btree ("ocl_id","trashed_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "trash_entries_expired" ON "trash_entries" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "trashed_files_entry" ON "trashed_files" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "trashed_versions_object" ON "trashed_versions" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "trashed_versions_next" ON "trashed_versions" USING btree ("next_key") WHERE "trashed_versions"."next_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "file_versions_object" ON "file_versions" USING btree ("object_key") WHERE "file_versions"."restored_from" is null;--> statement-breakpoint
-- A restore of many files leaves them to the worker (service/operations/search/index-moved.ts).
DROP TRIGGER search_new_file ON files;--> statement-breakpoint
CREATE TRIGGER search_new_file AFTER INSERT ON files FOR EACH ROW
  WHEN (current_setting('labroom.index_later', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION search_on_file();
