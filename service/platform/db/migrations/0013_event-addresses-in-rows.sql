ALTER TABLE "onchain_events" ALTER COLUMN "args" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "onchain_event_addresses" RENAME TO "onchain_event_addresses_by_block";--> statement-breakpoint
ALTER INDEX "onchain_event_addresses_block" RENAME TO "onchain_event_addresses_by_block_block";--> statement-breakpoint
CREATE TABLE "onchain_event_addresses" (
	"address" text NOT NULL,
	"chain_id" integer NOT NULL,
	"first_block" bigint NOT NULL,
	"last_block" bigint NOT NULL,
	"block_offsets" integer[] NOT NULL,
	"log_indexes" integer[] NOT NULL
);
--> statement-breakpoint
INSERT INTO "onchain_event_addresses" ("address", "chain_id", "first_block", "last_block", "block_offsets", "log_indexes")
SELECT "address", "chain_id", "block_number", "block_number", array_fill(0, ARRAY[cardinality("log_indexes")]), "log_indexes"
FROM "onchain_event_addresses_by_block" ORDER BY "chain_id", "block_number";
--> statement-breakpoint
DROP TABLE "onchain_event_addresses_by_block";--> statement-breakpoint
ALTER TABLE "onchain_event_addresses" ADD CONSTRAINT "onchain_event_addresses_pk" PRIMARY KEY("address","chain_id","first_block");--> statement-breakpoint
CREATE INDEX "onchain_event_addresses_block" ON "onchain_event_addresses" USING brin ("last_block");
