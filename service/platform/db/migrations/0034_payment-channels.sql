CREATE TABLE "payment_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"payer" text NOT NULL,
	"config" jsonb NOT NULL,
	"opening" numeric(39, 0) NOT NULL,
	"charged" numeric(39, 0) NOT NULL,
	"signature" text,
	"balance" numeric(39, 0) NOT NULL,
	"claimed" numeric(39, 0) NOT NULL,
	"withdrawal_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone NOT NULL,
	"claim_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "paid_calls_one_open_per_payer";--> statement-breakpoint
ALTER TABLE "paid_calls" ADD COLUMN "channel_id" text;--> statement-breakpoint
ALTER TABLE "paid_calls" ADD COLUMN "cumulative" numeric(39, 0);--> statement-breakpoint
ALTER TABLE "paid_calls" ADD CONSTRAINT "paid_calls_channel_id_payment_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."payment_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_running_per_channel" ON "paid_calls" USING btree ("channel_id") WHERE "paid_calls"."state" = 'serving';--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_per_voucher" ON "paid_calls" USING btree ("channel_id","cumulative") WHERE "paid_calls"."state" in ('serving', 'served', 'settled');--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_open_per_payer" ON "paid_calls" USING btree ("payer") WHERE "paid_calls"."ended_at" is null and not "paid_calls"."proves_intent" and "paid_calls"."channel_id" is null;