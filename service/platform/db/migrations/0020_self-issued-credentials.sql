ALTER TABLE "consumers" ADD COLUMN "allowed_labs" text[];--> statement-breakpoint
ALTER TABLE "consumers" ADD COLUMN "wallet" text;--> statement-breakpoint
ALTER TABLE "consumers" ADD COLUMN "signed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "consumers_wallet" ON "consumers" USING btree ("wallet","signed_at") WHERE wallet is not null;