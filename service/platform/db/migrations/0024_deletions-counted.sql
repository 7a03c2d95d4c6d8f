ALTER TABLE "object_deletions" ADD COLUMN "ocl_id" text;--> statement-breakpoint
ALTER TABLE "object_deletions" ADD COLUMN "content_length" bigint;--> statement-breakpoint
CREATE INDEX "object_deletions_lab" ON "object_deletions" USING btree ("ocl_id") WHERE "object_deletions"."ocl_id" is not null;