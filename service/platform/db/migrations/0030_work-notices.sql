-- Tells workers of rows that are work for a job (docs/decisions/047-work-is-announced.md).
CREATE FUNCTION announce_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_notify('labroom_work', TG_TABLE_NAME); RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT ON unlogged_activity FOR EACH ROW EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT ON event_log FOR EACH ROW EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON object_deletions FOR EACH ROW
  WHEN (NEW.due_at <= clock_timestamp() + interval '1 minute') EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON trashed_versions FOR EACH ROW
  WHEN (NEW.next_key IS NOT NULL) EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON lab_image_uploads FOR EACH ROW
  WHEN (NEW.landed_at IS NOT NULL AND NEW.settled_at IS NULL) EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT ON search_moved FOR EACH ROW EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON search_embeddings FOR EACH ROW
  WHEN (NEW.due_at <= clock_timestamp() + interval '1 minute') EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON paid_calls FOR EACH ROW
  WHEN (NEW.state = 'unknown' AND NEW.ended_at IS NULL) EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON did_links FOR EACH ROW
  WHEN (NEW.status IN ('PENDING', 'SUBMITTED')) EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON access_requests FOR EACH ROW
  WHEN (NEW.state = 'OPEN') EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON lab_holders FOR EACH ROW
  WHEN (NEW.next_check_at <= clock_timestamp()) EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON resolved_names FOR EACH ROW
  WHEN (NEW.wanted_at IS NOT NULL) EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER UPDATE ON webhooks FOR EACH ROW
  WHEN (OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL) EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT ON notice_mails FOR EACH ROW EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON mail_addresses FOR EACH ROW
  WHEN (NEW.due_at <= clock_timestamp() + interval '1 minute') EXECUTE FUNCTION announce_work();--> statement-breakpoint
CREATE TRIGGER announce_work AFTER INSERT OR UPDATE ON notice_pushes FOR EACH ROW EXECUTE FUNCTION announce_work();
