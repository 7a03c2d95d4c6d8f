CREATE TABLE "chain_blocks" (
	"chain_id" integer NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "chain_blocks_chain_id_number_pk" PRIMARY KEY("chain_id","number")
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"followed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holder_owners" (
	"holder" text NOT NULL,
	"owner" text NOT NULL,
	"source" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "holder_owners_holder_owner_pk" PRIMARY KEY("holder","owner")
);
--> statement-breakpoint
CREATE TABLE "lab_holders" (
	"address" text PRIMARY KEY NOT NULL,
	"next_check_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_owners" (
	"ocl_id" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"account" text NOT NULL,
	"holder" text NOT NULL,
	"minted_at" timestamp (3) with time zone NOT NULL,
	"held_since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "onchain_events" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"contract_address" text NOT NULL,
	"contract_name" text NOT NULL,
	"event_name" text NOT NULL,
	"args" jsonb NOT NULL,
	"tx_hash" text NOT NULL,
	"block_hash" text NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	"ocl_id" text,
	"indexed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "onchain_events_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index")
);
--> statement-breakpoint
CREATE TABLE "quarantined_logs" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"contract_address" text NOT NULL,
	"topics" text[] NOT NULL,
	"data" text NOT NULL,
	"tx_hash" text NOT NULL,
	"block_hash" text NOT NULL,
	"reason" text NOT NULL,
	"quarantined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quarantined_logs_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index")
);
--> statement-breakpoint
CREATE TABLE "role_grants" (
	"ocl_id" text NOT NULL,
	"wallet" text NOT NULL,
	"role" text NOT NULL,
	"expiry" numeric(20, 0) NOT NULL,
	"is_agent" boolean NOT NULL,
	"granted_by" text NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL,
	"block_number" bigint NOT NULL,
	CONSTRAINT "role_grants_ocl_id_wallet_pk" PRIMARY KEY("ocl_id","wallet")
);
--> statement-breakpoint
ALTER TABLE "holder_owners" ADD CONSTRAINT "holder_owners_holder_lab_holders_address_fk" FOREIGN KEY ("holder") REFERENCES "public"."lab_holders"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holder_owners_owner" ON "holder_owners" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "lab_holders_next_check" ON "lab_holders" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "lab_owners_holder" ON "lab_owners" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "onchain_events_lab" ON "onchain_events" USING btree ("ocl_id","block_number","log_index");--> statement-breakpoint
CREATE INDEX "role_grants_wallet" ON "role_grants" USING btree ("wallet");