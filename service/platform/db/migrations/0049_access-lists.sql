CREATE TABLE "listed_readers" (
	"ocl_id" text NOT NULL,
	"subject" text NOT NULL,
	"reader" text NOT NULL,
	"granter" text,
	"expiry" numeric(20, 0) NOT NULL,
	"claim" text,
	"listed_at" timestamp (3) with time zone NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	CONSTRAINT "listed_readers_ocl_id_subject_reader_pk" PRIMARY KEY("ocl_id","subject","reader")
);
--> statement-breakpoint
CREATE INDEX "listed_readers_granter" ON "listed_readers" USING btree ("ocl_id","granter") WHERE "listed_readers"."granter" is not null;--> statement-breakpoint
-- As before, with files that were shared in groups of their own.
CREATE OR REPLACE FUNCTION join_activity_group(entry activity) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  change text := CASE WHEN entry.file ->> 'previousAccessLevel' = 'PUBLIC' THEN 'MADE_SECRET'
    WHEN entry.file ? 'previousAccessLevel' AND entry.file ->> 'accessLevel' = 'PUBLIC' THEN 'MADE_PUBLIC'
    WHEN entry.file ? 'sharedVersions' THEN 'SHARED' END;
  joined bigint;
  added int;
BEGIN
  IF entry.file IS NOT NULL THEN
    SELECT number INTO joined FROM activity_groups
    WHERE ocl_id = entry.ocl_id AND change_by = entry.change_by AND kind = entry.kind AND access_change IS NOT DISTINCT FROM change
      AND started_at > entry.system_time - interval '1 hour' AND ended_at > entry.system_time - interval '10 minutes'
    ORDER BY number DESC LIMIT 1;
  END IF;
  IF joined IS NULL THEN
    SELECT coalesce(max(number), 0) + 1 INTO joined FROM activity_groups WHERE ocl_id = entry.ocl_id;
    INSERT INTO activity_groups (ocl_id, number, kind, access_change, change_by, entry_count, file_count, started_at, ended_at,
      hidden, shown_entries, shown_files)
    VALUES (entry.ocl_id, joined, entry.kind, change, entry.change_by, 1, (entry.file IS NOT NULL)::int, entry.system_time, entry.system_time,
      entry.hidden, CASE WHEN entry.hidden THEN 0 END, CASE WHEN entry.hidden THEN 0 END);
  ELSE
    added := (NOT EXISTS (SELECT FROM activity WHERE ocl_id = entry.ocl_id AND file IS NOT NULL AND file ->> 'ref' = entry.file ->> 'ref'
      AND group_number = joined))::int;
    UPDATE activity_groups SET entry_count = entry_count + 1, ended_at = entry.system_time, file_count = file_count + added,
      hidden = hidden AND entry.hidden,
      shown_entries = CASE WHEN entry.hidden THEN coalesce(shown_entries, entry_count) ELSE shown_entries + 1 END,
      shown_files = CASE WHEN entry.hidden THEN coalesce(shown_files, file_count) ELSE shown_files + added END
    WHERE ocl_id = entry.ocl_id AND number = joined;
  END IF;
  RETURN joined;
END $$;
