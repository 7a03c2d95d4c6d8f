CREATE TABLE "hides" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"ocl_id" text,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"hidden_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"shown_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "report_sources" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"ocl_id" text,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"wallet" text,
	"consumer_id" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "activity_newest";--> statement-breakpoint
DROP INDEX "activity_announcements";--> statement-breakpoint
DROP INDEX "activity_groups_newest";--> statement-breakpoint
DROP INDEX "activity_groups_announcements";--> statement-breakpoint
DROP INDEX "labs_latest_contribution";--> statement-breakpoint
DROP INDEX "labs_name";--> statement-breakpoint
DROP INDEX "labs_newest";--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_groups" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_groups" ADD COLUMN "shown_entries" integer;--> statement-breakpoint
ALTER TABLE "activity_groups" ADD COLUMN "shown_files" integer;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trashed_files" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "hides" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "hides" ADD CONSTRAINT "hides_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hides_now" ON "hides" USING btree ("kind","subject") WHERE "hides"."shown_at" is null;--> statement-breakpoint
CREATE INDEX "hides_lab" ON "hides" USING btree ("ocl_id") WHERE "hides"."shown_at" is null;--> statement-breakpoint
CREATE INDEX "report_sources_source" ON "report_sources" USING btree ("source","at");--> statement-breakpoint
CREATE INDEX "report_sources_at" ON "report_sources" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open" ON "reports" USING btree ("kind","subject","reason",coalesce("wallet", ''),md5(coalesce("text", ''))) WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "files_hidden" ON "files" USING btree ("ocl_id") WHERE "files"."hidden";--> statement-breakpoint
CREATE INDEX "labs_hidden" ON "labs" USING btree ("ocl_id") WHERE "labs"."hidden";--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("system_time" DESC NULLS FIRST,"ocl_id","seq" DESC NULLS FIRST,"kind") WHERE not "activity"."hidden";--> statement-breakpoint
CREATE INDEX "activity_announcements" ON "activity" USING btree ("system_time" DESC NULLS FIRST,"ocl_id","seq" DESC NULLS FIRST) WHERE "activity"."kind" = 'ANNOUNCEMENT' and not "activity"."hidden";--> statement-breakpoint
CREATE INDEX "activity_groups_newest" ON "activity_groups" USING btree ("started_at" DESC NULLS FIRST,"ocl_id","number" DESC NULLS FIRST,"kind") WHERE not "activity_groups"."hidden";--> statement-breakpoint
CREATE INDEX "activity_groups_announcements" ON "activity_groups" USING btree ("started_at" DESC NULLS FIRST,"ocl_id","number" DESC NULLS FIRST) WHERE "activity_groups"."kind" = 'ANNOUNCEMENT' and not "activity_groups"."hidden";--> statement-breakpoint
CREATE INDEX "labs_latest_contribution" ON "labs" USING btree ("latest_contribution_at" DESC NULLS LAST,"ocl_id") WHERE not "labs"."hidden";--> statement-breakpoint
CREATE INDEX "labs_name" ON "labs" USING btree ("sort_name","ocl_id") WHERE not "labs"."hidden";--> statement-breakpoint
CREATE INDEX "labs_newest" ON "labs" USING btree ("registered_at" DESC NULLS LAST,"ocl_id") WHERE not "labs"."hidden";--> statement-breakpoint
-- Whether the operator hid what an entry of a feed is about. Its lab can be hidden besides.
CREATE FUNCTION activity_is_hidden(entry activity) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM public.hides h WHERE h.ocl_id = entry.ocl_id AND h.shown_at IS NULL AND CASE h.kind
    WHEN 'FILE' THEN h.subject IN (entry.file ->> 'ref', entry.discussion -> 'file' ->> 'ref')
      OR coalesce(entry.entries -> 'first' @> jsonb_build_array(jsonb_build_object('ref', h.subject)), false)
    WHEN 'ANNOUNCEMENT' THEN entry.announcement_id::text = h.subject
    WHEN 'THREAD' THEN entry.discussion ->> 'threadId' = h.subject
    WHEN 'RELEASE' THEN entry.release_id = (SELECT r.id FROM public.releases r WHERE r.did = h.subject)
    ELSE false END)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION activity_groups_on_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.hidden := activity_is_hidden(NEW);
  NEW.group_number := join_activity_group(NEW);
  RETURN NEW;
END $$;--> statement-breakpoint
-- Adds an entry to an open group of its wallet, or begins one. The caller holds the row of the lab.
CREATE OR REPLACE FUNCTION join_activity_group(entry activity) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  change text := CASE WHEN entry.file ->> 'previousAccessLevel' = 'PUBLIC' THEN 'MADE_SECRET'
    WHEN entry.file ? 'previousAccessLevel' AND entry.file ->> 'accessLevel' = 'PUBLIC' THEN 'MADE_PUBLIC' END;
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
END $$;--> statement-breakpoint
-- Says of the entries and groups of a lab's feed anew whether they are hidden. The caller holds the row of the lab.
CREATE FUNCTION hide_activity(lab text) RETURNS void LANGUAGE sql AS $$
  WITH turned AS (
    UPDATE activity a SET hidden = NOT hidden WHERE ocl_id = lab AND hidden <> activity_is_hidden(a) RETURNING group_number, seq, file, hidden
  ), touched AS (SELECT DISTINCT group_number FROM turned), counted AS (
    SELECT t.group_number, count(*) FILTER (WHERE NOT e.hidden) AS entries, count(DISTINCT e.ref) FILTER (WHERE NOT e.hidden) AS files
    FROM touched t CROSS JOIN LATERAL (
      SELECT a.file ->> 'ref' AS ref, coalesce((SELECT n.hidden FROM turned n WHERE n.seq = a.seq), a.hidden) AS hidden
      FROM activity a WHERE a.ocl_id = lab AND a.group_number = t.group_number) e
    GROUP BY t.group_number
  )
  UPDATE activity_groups g SET hidden = counted.entries = 0,
    shown_entries = CASE WHEN counted.entries < g.entry_count THEN counted.entries END,
    shown_files = CASE WHEN counted.entries < g.entry_count THEN counted.files END
  FROM counted WHERE g.ocl_id = lab AND g.number = counted.group_number
$$;--> statement-breakpoint
CREATE FUNCTION search_is_hidden(document search_documents) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT hidden FROM public.labs WHERE ocl_id = document.ocl_id), false)
    OR coalesce((SELECT hidden FROM public.files WHERE id = document.file_id), false)
    OR EXISTS (SELECT FROM public.hides WHERE kind = 'ANNOUNCEMENT' AND subject = document.announcement_id::text AND shown_at IS NULL)
$$;--> statement-breakpoint
CREATE FUNCTION search_on_new_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.hidden := public.search_is_hidden(NEW); RETURN NEW; END $$;--> statement-breakpoint
CREATE TRIGGER search_adding_document BEFORE INSERT ON search_documents FOR EACH ROW EXECUTE FUNCTION search_on_new_document();--> statement-breakpoint
-- A hidden document has no vector, so that it takes no place among the nearest.
CREATE OR REPLACE FUNCTION search_on_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE due timestamptz := CASE WHEN NOT NEW.hidden THEN now() END;
BEGIN
  INSERT INTO public.search_embeddings AS known (document_id, due_at) VALUES (NEW.id, due)
  ON CONFLICT (document_id) DO UPDATE SET revision = known.revision + 1, due_at = due, model = NULL,
    dimensions = NULL, vector = NULL, changed_in = pg_current_xact_id();
  RETURN NULL;
END $$;
