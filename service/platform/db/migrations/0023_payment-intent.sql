CREATE TABLE "intent_wallets" (
	"wallet" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paid_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "paid_calls_one_open_per_payer";--> statement-breakpoint
ALTER TABLE "paid_calls" ADD COLUMN "proves_intent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "paid_answers" ADD CONSTRAINT "paid_answers_id_paid_calls_id_fk" FOREIGN KEY ("id") REFERENCES "public"."paid_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paid_answers_expires" ON "paid_answers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "paid_calls_payer" ON "paid_calls" USING btree ("payer","ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_open_per_payer" ON "paid_calls" USING btree ("payer") WHERE "paid_calls"."ended_at" is null and not "paid_calls"."proves_intent";