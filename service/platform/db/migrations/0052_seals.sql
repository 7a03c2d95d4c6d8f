CREATE TABLE "key_release_chains" (
	"ocl_id" text PRIMARY KEY NOT NULL,
	"length" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "key_releases" ADD COLUMN "number" bigint;--> statement-breakpoint
ALTER TABLE "key_releases" ADD COLUMN "hash" "bytea";--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "seal" "bytea";--> statement-breakpoint
-- What a release of a key says, with the hash of the release before it.
CREATE FUNCTION key_release_hash(former bytea, place bigint, release key_releases) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(former || convert_to(jsonb_build_array(place, release.ocl_id, release.file_did, release.path, release.version, release.wallet,
    release.outcome, release.predicates, release.request_id, extract(epoch FROM release.at))::text, 'UTF8'))
$$;--> statement-breakpoint
-- One release of a lab at a time, until its transaction ends.
CREATE FUNCTION chain_key_release() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.key_release_chains AS chain (ocl_id, length, hash) VALUES (NEW.ocl_id, 1, public.key_release_hash('', 1, NEW))
  ON CONFLICT (ocl_id) DO UPDATE SET length = chain.length + 1, hash = public.key_release_hash(chain.hash, chain.length + 1, NEW)
  RETURNING length, hash INTO NEW.number, NEW.hash;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER chain_key_release BEFORE INSERT ON key_releases FOR EACH ROW EXECUTE FUNCTION chain_key_release();--> statement-breakpoint
-- A seal is made when a row is inserted, over what should not change in it. A statement that changes that leaves the seal as it was.
CREATE FUNCTION seal_of(entry activity) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(jsonb_build_array(entry.ocl_id, entry.seq, entry.kind,
    entry.file - '{description,tags,categories,contentText,changeNote}'::text[], entry.entries, entry.announcement_id, entry.release_id, entry.plan,
    entry.discussion, entry.change_by, extract(epoch FROM entry.event_time), extract(epoch FROM entry.system_time))::text, 'UTF8'))
$$;--> statement-breakpoint
CREATE FUNCTION seal_of(announcement announcements) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(jsonb_build_array(announcement.id, announcement.ocl_id, announcement.headline, announcement.body,
    announcement.attachments)::text, 'UTF8'))
$$;--> statement-breakpoint
CREATE FUNCTION seal_of(comment comments) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(jsonb_build_array(comment.id, comment.thread_id, comment.author, extract(epoch FROM comment.created_at), comment.body,
    encode(comment.ciphertext, 'hex'), comment.key_sha256)::text, 'UTF8'))
$$;--> statement-breakpoint
CREATE FUNCTION seal_of(lab labs) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(jsonb_build_array(lab.ocl_id, lab.token_id, lab.account, lab.shortname, lab.name, lab.description, lab.image,
    lab.external_url, lab.data_room_id, lab.account_did, lab.data_room_did, lab.registered_by, extract(epoch FROM lab.registered_at))::text, 'UTF8'))
$$;--> statement-breakpoint
CREATE FUNCTION seal_of(profile profiles) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(jsonb_build_array(profile.wallet, profile.name, profile.orcid, profile.affiliation, profile.website, profile.picture,
    profile.picture_sha256, profile.signature, extract(epoch FROM profile.issued_at))::text, 'UTF8'))
$$;--> statement-breakpoint
CREATE FUNCTION seal_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.seal := public.seal_of(NEW);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER seal_new_row BEFORE INSERT ON activity FOR EACH ROW EXECUTE FUNCTION seal_row();--> statement-breakpoint
CREATE TRIGGER seal_new_row BEFORE INSERT ON announcements FOR EACH ROW EXECUTE FUNCTION seal_row();--> statement-breakpoint
-- Statements that rightly change what is sealed set the seal to null.
CREATE TRIGGER seal_new_row BEFORE INSERT ON comments FOR EACH ROW EXECUTE FUNCTION seal_row();--> statement-breakpoint
CREATE TRIGGER seal_changed_row BEFORE UPDATE ON comments FOR EACH ROW WHEN (NEW.seal IS NULL) EXECUTE FUNCTION seal_row();--> statement-breakpoint
CREATE TRIGGER seal_new_row BEFORE INSERT ON labs FOR EACH ROW EXECUTE FUNCTION seal_row();--> statement-breakpoint
CREATE TRIGGER seal_changed_row BEFORE UPDATE ON labs FOR EACH ROW WHEN (NEW.seal IS NULL) EXECUTE FUNCTION seal_row();--> statement-breakpoint
CREATE TRIGGER seal_new_row BEFORE INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION seal_row();--> statement-breakpoint
CREATE TRIGGER seal_changed_row BEFORE UPDATE ON profiles FOR EACH ROW WHEN (NEW.seal IS NULL) EXECUTE FUNCTION seal_row();
