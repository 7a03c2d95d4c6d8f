ALTER TABLE "file_versions" ADD COLUMN "former_access" jsonb;--> statement-breakpoint
ALTER TABLE "trashed_versions" ADD COLUMN "former_access" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "data_keys_bound" ON "data_keys" USING btree ("bound_file_id","bound_version") WHERE "data_keys"."bound_file_id" is not null;--> statement-breakpoint
CREATE INDEX "file_versions_former_access" ON "file_versions" USING gin ("former_access" jsonb_path_ops);