CREATE TABLE "activity_groups" (
	"ocl_id" text NOT NULL,
	"number" bigint NOT NULL,
	"kind" text NOT NULL,
	"access_change" text,
	"change_by" text NOT NULL,
	"entry_count" integer NOT NULL,
	"file_count" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_groups_ocl_id_number_pk" PRIMARY KEY("ocl_id","number")
);
--> statement-breakpoint
CREATE TABLE "lab_readiness" (
	"ocl_id" text PRIMARY KEY NOT NULL,
	"level" integer,
	"rationale" text,
	"scores" jsonb NOT NULL,
	"change_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_todos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ocl_id" text NOT NULL,
	"text" text NOT NULL,
	"position" integer NOT NULL,
	"assignee" text,
	"due_on" text,
	"completed_at" timestamp (3) with time zone,
	"completed_by" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "activity_file";--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "group_number" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "feed_groups" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_groups" ADD CONSTRAINT "activity_groups_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_readiness" ADD CONSTRAINT "lab_readiness_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_todos" ADD CONSTRAINT "lab_todos_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_groups_wallet" ON "activity_groups" USING btree ("ocl_id","change_by","started_at");--> statement-breakpoint
CREATE INDEX "activity_groups_newest" ON "activity_groups" USING btree ("started_at" DESC NULLS FIRST,"ocl_id","number" DESC NULLS FIRST,"kind");--> statement-breakpoint
CREATE INDEX "activity_groups_announcements" ON "activity_groups" USING btree ("started_at" DESC NULLS FIRST,"ocl_id","number" DESC NULLS FIRST) WHERE "activity_groups"."kind" = 'ANNOUNCEMENT';--> statement-breakpoint
CREATE INDEX "activity_groups_lab_announcements" ON "activity_groups" USING btree ("ocl_id","number") WHERE "activity_groups"."kind" = 'ANNOUNCEMENT';--> statement-breakpoint
CREATE INDEX "lab_todos_lab" ON "lab_todos" USING btree ("ocl_id","position");--> statement-breakpoint
CREATE INDEX "activity_group" ON "activity" USING btree ("ocl_id","group_number","seq");--> statement-breakpoint
CREATE INDEX "activity_file" ON "activity" USING btree ("ocl_id",("file" ->> 'ref'),"group_number") WHERE "activity"."file" is not null;--> statement-breakpoint
-- Adds an entry to an open group of its wallet, or begins one. The caller holds the row of the lab.
CREATE FUNCTION join_activity_group(entry activity) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  change text := CASE WHEN entry.file ->> 'previousAccessLevel' = 'PUBLIC' THEN 'MADE_SECRET'
    WHEN entry.file ? 'previousAccessLevel' AND entry.file ->> 'accessLevel' = 'PUBLIC' THEN 'MADE_PUBLIC' END;
  joined bigint;
BEGIN
  IF entry.file IS NOT NULL THEN
    SELECT number INTO joined FROM activity_groups
    WHERE ocl_id = entry.ocl_id AND change_by = entry.change_by AND kind = entry.kind AND access_change IS NOT DISTINCT FROM change
      AND started_at > entry.system_time - interval '1 hour' AND ended_at > entry.system_time - interval '10 minutes'
    ORDER BY number DESC LIMIT 1;
  END IF;
  IF joined IS NULL THEN
    SELECT coalesce(max(number), 0) + 1 INTO joined FROM activity_groups WHERE ocl_id = entry.ocl_id;
    INSERT INTO activity_groups (ocl_id, number, kind, access_change, change_by, entry_count, file_count, started_at, ended_at)
    VALUES (entry.ocl_id, joined, entry.kind, change, entry.change_by, 1, (entry.file IS NOT NULL)::int, entry.system_time, entry.system_time);
  ELSE
    UPDATE activity_groups SET entry_count = entry_count + 1, ended_at = entry.system_time, file_count = file_count +
      (NOT EXISTS (SELECT FROM activity WHERE ocl_id = entry.ocl_id AND file IS NOT NULL AND file ->> 'ref' = entry.file ->> 'ref'
        AND group_number = joined))::int
    WHERE ocl_id = entry.ocl_id AND number = joined;
  END IF;
  RETURN joined;
END $$;--> statement-breakpoint
CREATE FUNCTION activity_groups_on_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.group_number := join_activity_group(NEW); RETURN NEW; END $$;--> statement-breakpoint
-- Groups the feed of a lab again, e.g. after its entries got other times.
CREATE FUNCTION group_activity(lab text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE entry activity;
BEGIN
  DELETE FROM activity_groups WHERE ocl_id = lab;
  UPDATE activity SET group_number = 0 WHERE ocl_id = lab AND group_number <> 0;
  FOR entry IN SELECT * FROM activity WHERE ocl_id = lab ORDER BY seq LOOP
    UPDATE activity SET group_number = join_activity_group(entry) WHERE ocl_id = lab AND seq = entry.seq;
  END LOOP;
  UPDATE labs SET feed_groups = (SELECT count(*) FROM activity_groups WHERE ocl_id = lab) WHERE ocl_id = lab;
END $$;--> statement-breakpoint
SELECT group_activity(ocl_id) FROM labs;--> statement-breakpoint
CREATE FUNCTION labs_on_activity_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN UPDATE labs SET feed_groups = feed_groups + 1 WHERE ocl_id = NEW.ocl_id; RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER activity_groups_new_activity BEFORE INSERT ON activity FOR EACH ROW EXECUTE FUNCTION activity_groups_on_activity();--> statement-breakpoint
CREATE TRIGGER labs_new_activity_group AFTER INSERT ON activity_groups FOR EACH ROW EXECUTE FUNCTION labs_on_activity_group();
