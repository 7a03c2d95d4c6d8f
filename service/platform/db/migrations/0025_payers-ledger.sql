ALTER TABLE "paid_calls" ADD COLUMN "ocl_id" text;--> statement-breakpoint
ALTER TABLE "paid_calls" ADD COLUMN "error_code" text;--> statement-breakpoint
CREATE INDEX "paid_calls_of_payer" ON "paid_calls" USING btree ("payer","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);