DROP INDEX "activity_time";--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("system_time" DESC NULLS FIRST,"ocl_id","seq" DESC NULLS FIRST,"kind");--> statement-breakpoint
CREATE INDEX "activity_announcements" ON "activity" USING btree ("system_time" DESC NULLS FIRST,"ocl_id","seq" DESC NULLS FIRST) WHERE "activity"."kind" = 'ANNOUNCEMENT';--> statement-breakpoint
CREATE INDEX "files_in_order" ON "files" USING btree ("ocl_id","path" collate "C","id");