ALTER TABLE "files" ADD COLUMN "path_skeleton" text;--> statement-breakpoint
CREATE INDEX "files_path_skeleton" ON "files" USING btree ("ocl_id",left("path_skeleton", 600) collate "C");--> statement-breakpoint
CREATE INDEX "files_without_skeleton" ON "files" USING btree ("ocl_id") WHERE "files"."path_skeleton" is null;