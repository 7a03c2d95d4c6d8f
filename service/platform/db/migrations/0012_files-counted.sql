ALTER TABLE "labs" ADD COLUMN "file_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "activity_lab_announcements" ON "activity" USING btree ("ocl_id","seq") WHERE "activity"."kind" = 'ANNOUNCEMENT';--> statement-breakpoint
-- In the transaction of the change, whichever version of the service makes it; it holds the lab's row already.
CREATE FUNCTION labs_count_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.labs SET file_count = file_count + counted.files
  FROM (SELECT ocl_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS files FROM changed GROUP BY ocl_id) counted
  WHERE labs.ocl_id = counted.ocl_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The triggers first: they keep writers away until this migration is there as a whole.
CREATE TRIGGER labs_count_new_files AFTER INSERT ON files REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION labs_count_files();--> statement-breakpoint
CREATE TRIGGER labs_count_deleted_files AFTER DELETE ON files REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION labs_count_files();--> statement-breakpoint
UPDATE labs SET file_count = counted.files
  FROM (SELECT ocl_id, count(*) AS files FROM files GROUP BY ocl_id) counted WHERE labs.ocl_id = counted.ocl_id;
