DROP INDEX "activity_groups_wallet";--> statement-breakpoint
DROP INDEX "file_versions_sha256";--> statement-breakpoint
CREATE INDEX "activity_lab_changes" ON "activity" USING btree ("ocl_id","system_time") WHERE kind in ('FILE_REMOVED', 'ENTRIES_MOVED', 'ENTRIES_TRASHED', 'ENTRIES_RESTORED', 'ENTRIES_REMOVED');--> statement-breakpoint
CREATE INDEX "files_updated" ON "files" USING btree ("ocl_id","updated_at");--> statement-breakpoint
CREATE INDEX "labs_account" ON "labs" USING btree ("account");--> statement-breakpoint
CREATE INDEX "labs_registered_by" ON "labs" USING btree ("registered_by");--> statement-breakpoint
CREATE INDEX "labs_account_did" ON "labs" USING btree ("account_did");--> statement-breakpoint
CREATE INDEX "labs_data_room_did" ON "labs" USING btree ("data_room_did");--> statement-breakpoint
CREATE INDEX "activity_groups_wallet" ON "activity_groups" USING btree ("ocl_id","change_by","started_at","number");--> statement-breakpoint
CREATE INDEX "file_versions_sha256" ON "file_versions" USING btree ("sha256","created_at");