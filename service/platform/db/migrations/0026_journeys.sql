CREATE TABLE "journey_calls" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"journey_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"mutation" text NOT NULL,
	"stated" jsonb NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"runner" bigint,
	"token_id" uuid,
	"request_id" text,
	"request_hash" text,
	"upstream_status" integer,
	"taken_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"answer" "bytea",
	"answer_expires_at" timestamp (3) with time zone,
	CONSTRAINT "journey_calls_number" UNIQUE("journey_id","number")
);
--> statement-breakpoint
CREATE TABLE "journeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payer" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "journeys_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "journey_calls" ADD CONSTRAINT "journey_calls_journey_id_journeys_id_fk" FOREIGN KEY ("journey_id") REFERENCES "public"."journeys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journeys" ADD CONSTRAINT "journeys_id_paid_calls_id_fk" FOREIGN KEY ("id") REFERENCES "public"."paid_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journey_calls_serving" ON "journey_calls" USING btree ("taken_at") WHERE "journey_calls"."state" = 'serving';--> statement-breakpoint
CREATE INDEX "journey_calls_answer" ON "journey_calls" USING btree ("answer_expires_at") WHERE "journey_calls"."answer" is not null;