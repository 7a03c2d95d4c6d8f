ALTER TABLE "files" ADD COLUMN "saved_view" jsonb;--> statement-breakpoint
ALTER TABLE "trashed_files" ADD COLUMN "saved_view" jsonb;