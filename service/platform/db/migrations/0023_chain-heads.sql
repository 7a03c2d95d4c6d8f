CREATE TABLE "chain_heads" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
