DROP INDEX "service_tokens_wallet";--> statement-breakpoint
ALTER TABLE "consumers" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "consumers" ADD COLUMN "allowed_mutations" text[];--> statement-breakpoint
ALTER TABLE "consumers" ADD COLUMN "per_minute" integer;--> statement-breakpoint
ALTER TABLE "consumers" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_tokens" ADD COLUMN "signed_hash" text;--> statement-breakpoint
ALTER TABLE "service_tokens" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "service_tokens" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_tokens" ADD COLUMN "signer_rejected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "service_tokens_wallet" ON "service_tokens" USING btree ("wallet","created_at");--> statement-breakpoint
-- A token from a user token ends with what the identity provider confirmed, at most a day after it was issued.
UPDATE "service_tokens" SET "expires_at" = LEAST("expires_at", "created_at" + interval '24 hours') WHERE "auth_method" = 'user-token';
