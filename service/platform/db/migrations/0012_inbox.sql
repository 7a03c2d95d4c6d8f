CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"ocl_id" text,
	"path" text,
	"ref" text,
	"prompt" text,
	"filters" jsonb,
	"words" "tsquery",
	"longest_word" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_readers" (
	"name" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"wallet" text NOT NULL,
	"kind" text NOT NULL,
	"ocl_id" text NOT NULL,
	"request_id" text,
	"thread_id" text,
	"ref" text,
	"path" text,
	"by" text,
	"event_number" bigint,
	"follow_id" uuid,
	"count" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "follows_wallet" ON "follows" USING btree ("wallet","created_at");--> statement-breakpoint
CREATE INDEX "follows_lab" ON "follows" USING btree ("ocl_id");--> statement-breakpoint
CREATE INDEX "follows_file" ON "follows" USING btree ("ref") WHERE "follows"."ref" is not null;--> statement-breakpoint
CREATE INDEX "follows_words" ON "follows" USING btree ("longest_word") WHERE "follows"."longest_word" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_key" ON "notices" USING btree ("wallet","key");--> statement-breakpoint
CREATE INDEX "notices_wallet" ON "notices" USING btree ("wallet","number");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("wallet","number") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");--> statement-breakpoint
INSERT INTO "log_readers" ("name", "number") SELECT 'follows', max("number") FROM "event_log" HAVING max("number") IS NOT NULL;
