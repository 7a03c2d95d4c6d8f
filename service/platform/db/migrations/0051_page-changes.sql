CREATE TABLE "page_changes" (
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"ocl_id" text NOT NULL,
	CONSTRAINT "page_changes_transaction_ocl_id_pk" PRIMARY KEY("transaction","ocl_id")
);
--> statement-breakpoint
-- A function and triggers for each table that pages show. `labs` selects the labs of the changed rows; '' stands for every page. A statement is
-- noted once however many rows it changes, and never waits: the key of a row begins with the transaction that adds it.
DO $do$
DECLARE
  watched record;
  operation text;
BEGIN
  FOR watched IN SELECT * FROM (VALUES
    ('activity', 'select ocl_id from changed'),
    ('activity_groups', 'select ocl_id from changed'),
    ('agreements', 'select ocl_id from changed'),
    ('announcements', 'select ocl_id from changed'),
    ('comments', 'select ocl_id from public.threads where id in (select thread_id from changed)'),
    ('did_links', 'select ocl_id from changed'),
    ('discussion_keys', 'select ocl_id from public.files where did in (select file_did from changed)'),
    ('featured_labs', 'select ocl_id from changed'),
    ('file_reviews', 'select ocl_id from changed'),
    ('file_versions', 'select ocl_id from public.files where id in (select file_id from changed)'),
    ('files', 'select ocl_id from changed'),
    ('folders', 'select ocl_id from changed'),
    ('former_paths', 'select ocl_id from changed'),
    ('hides', 'select ocl_id from changed'),
    ('holder_owners', 'select ocl_id from public.lab_owners where holder in (select holder from changed)'),
    ('key_releases', 'select ocl_id from changed'),
    ('lab_image_uploads', 'select ocl_id from changed'),
    ('lab_owners', 'select ocl_id from changed'),
    ('lab_readiness', 'select ocl_id from changed'),
    ('lab_shortnames', 'select ocl_id from changed'),
    ('lab_todos', 'select ocl_id from changed'),
    ('lab_token_balances', 'select ocl_id from public.lab_tokens where address in (select token from changed)'),
    ('lab_token_weeks', 'select ocl_id from public.lab_tokens where address in (select token from changed)'),
    ('lab_tokens', 'select ocl_id from changed'),
    ('labs', 'select ocl_id from changed'),
    ('listed_readers', 'select ocl_id from changed'),
    ('object_deletions', 'select ocl_id from changed where ocl_id is not null'),
    ('onchain_events', 'select ocl_id from changed'),
    ('profiles', 'select '''' from changed'),
    ('releases', 'select ocl_id from changed'),
    ('role_grants', 'select ocl_id from changed'),
    ('threads', 'select ocl_id from changed'),
    ('uploads', 'select ocl_id from changed')
  ) AS tables (name, labs) LOOP
    EXECUTE format($function$
      CREATE FUNCTION public.%I() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        INSERT INTO public.page_changes (ocl_id)
          SELECT DISTINCT coalesce(found.ocl_id, '') FROM (%s) AS found (ocl_id) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $body$ $function$, 'page_changes_of_' || watched.name, watched.labs);
    FOREACH operation IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
      EXECUTE format(
        'CREATE TRIGGER page_changes_%s AFTER %s ON public.%I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.%I()',
        operation, operation, watched.name, CASE operation WHEN 'delete' THEN 'OLD' ELSE 'NEW' END, 'page_changes_of_' || watched.name);
    END LOOP;
  END LOOP;
END $do$;--> statement-breakpoint
-- Reads note the wallets that they name. Only what the worker found changes pages.
CREATE FUNCTION page_changes_of_resolved_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.page_changes (ocl_id) VALUES ('') ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER page_changes_insert AFTER INSERT ON resolved_names FOR EACH ROW
  WHEN (NEW.name IS NOT NULL) EXECUTE FUNCTION page_changes_of_resolved_names();--> statement-breakpoint
CREATE TRIGGER page_changes_update AFTER UPDATE ON resolved_names FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION page_changes_of_resolved_names();--> statement-breakpoint
CREATE TRIGGER page_changes_delete AFTER DELETE ON resolved_names FOR EACH ROW
  WHEN (OLD.name IS NOT NULL) EXECUTE FUNCTION page_changes_of_resolved_names();
