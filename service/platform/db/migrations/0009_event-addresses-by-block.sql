ALTER TABLE "did_links" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "role_grants" ALTER COLUMN "granted_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "onchain_event_addresses" RENAME TO "onchain_event_addresses_by_event";--> statement-breakpoint
CREATE TABLE "onchain_event_addresses" (
	"address" text NOT NULL,
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_indexes" integer[] NOT NULL
);
--> statement-breakpoint
INSERT INTO "onchain_event_addresses" ("address", "chain_id", "block_number", "log_indexes")
SELECT "address", "chain_id", "block_number", array_agg("log_index" ORDER BY "log_index")
FROM "onchain_event_addresses_by_event" GROUP BY "address", "chain_id", "block_number" ORDER BY "chain_id", "block_number";
--> statement-breakpoint
DROP TABLE "onchain_event_addresses_by_event";--> statement-breakpoint
ALTER TABLE "onchain_event_addresses" ADD CONSTRAINT "onchain_event_addresses_pk" PRIMARY KEY("address","chain_id","block_number");--> statement-breakpoint
CREATE INDEX "onchain_event_addresses_block" ON "onchain_event_addresses" USING brin ("block_number");
