ALTER TABLE "labs" ADD COLUMN "requires_intent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "intent_wallets" ADD COLUMN "is_required" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "intent_wallets" ADD COLUMN "issued_at" timestamp (3) with time zone;