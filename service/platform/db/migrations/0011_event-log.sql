CREATE TABLE "event_log" (
	"number" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"ocl_id" text NOT NULL,
	"seq" bigint,
	"event" json,
	"chain_id" integer,
	"block_number" bigint,
	"log_index" integer,
	"removed" boolean DEFAULT false NOT NULL,
	"logged_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logged_chains" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unlogged_activity" (
	"ocl_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "unlogged_activity_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "unlogged_activity_ocl_id_seq_pk" PRIMARY KEY("ocl_id","seq"),
	CONSTRAINT "unlogged_activity_position_unique" UNIQUE("position")
);
--> statement-breakpoint
CREATE INDEX "event_log_lab" ON "event_log" USING btree ("ocl_id","number");--> statement-breakpoint
CREATE INDEX "event_log_announcements" ON "event_log" USING btree ("number") WHERE "event_log"."kind" = 'ANNOUNCEMENT';--> statement-breakpoint
CREATE UNIQUE INDEX "event_log_activity" ON "event_log" USING btree ("ocl_id","seq") WHERE "event_log"."seq" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_log_chain" ON "event_log" USING btree ("chain_id","block_number","log_index") WHERE "event_log"."block_number" is not null;--> statement-breakpoint
CREATE FUNCTION event_log_on_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO unlogged_activity (ocl_id, seq) VALUES (NEW.ocl_id, NEW.seq); RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER event_log_new_activity AFTER INSERT ON activity FOR EACH ROW EXECUTE FUNCTION event_log_on_activity();--> statement-breakpoint
-- In the order of each lab and, between labs, of time.
INSERT INTO unlogged_activity (ocl_id, seq) SELECT ocl_id, seq FROM activity ORDER BY system_time, ocl_id, seq;
