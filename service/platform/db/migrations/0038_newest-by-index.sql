DROP INDEX "key_releases_lab";--> statement-breakpoint
DROP INDEX "paid_calls_of_payer";--> statement-breakpoint
CREATE INDEX "key_releases_lab" ON "key_releases" USING btree ("ocl_id","id");--> statement-breakpoint
CREATE INDEX "paid_calls_of_payer" ON "paid_calls" USING btree ("payer","created_at","id");