CREATE TABLE "paid_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"mutation" text NOT NULL,
	"request_hash" text NOT NULL,
	"network" text NOT NULL,
	"asset" text NOT NULL,
	"method" text NOT NULL,
	"payer" text NOT NULL,
	"nonce" text NOT NULL,
	"attempt" integer NOT NULL,
	"quote" jsonb NOT NULL,
	"payment" jsonb,
	"valid_before" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"runner" bigint NOT NULL,
	"upstream_status" integer,
	"transaction" text,
	"reason" text,
	"looks" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"served_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "paid_calls_attempt" UNIQUE("network","asset","method","payer","nonce","attempt")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_per_payment" ON "paid_calls" USING btree ("network","asset","method","payer","nonce") WHERE "paid_calls"."state" not in ('released', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_open_per_payer" ON "paid_calls" USING btree ("payer") WHERE "paid_calls"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "paid_calls_next_look" ON "paid_calls" USING btree ("next_look_at") WHERE "paid_calls"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "paid_calls_created" ON "paid_calls" USING btree ("created_at");