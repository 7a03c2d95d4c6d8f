CREATE TABLE "agreements" (
	"key" text PRIMARY KEY NOT NULL,
	"ocl_id" text NOT NULL,
	"symbol" text NOT NULL,
	"title" text,
	"content_hash" text NOT NULL,
	"generated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_tokens" (
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"ocl_id" text NOT NULL,
	"underlying" text,
	"block_number" bigint NOT NULL,
	CONSTRAINT "lab_tokens_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "onchain_event_addresses" (
	"address" text NOT NULL,
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	CONSTRAINT "onchain_event_addresses_pk" PRIMARY KEY("address","chain_id","block_number","log_index")
);
--> statement-breakpoint
-- The rows of before do not know their senders. The history is read anew, as always when other contracts are followed.
ALTER TABLE "onchain_events" ADD COLUMN "tx_sender" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "onchain_events" ALTER COLUMN "tx_sender" DROP DEFAULT;--> statement-breakpoint
UPDATE "chain_cursors" SET "followed" = '';--> statement-breakpoint
CREATE INDEX "onchain_event_addresses_block" ON "onchain_event_addresses" USING brin ("block_number");