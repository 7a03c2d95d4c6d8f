ALTER TABLE "file_versions" ADD COLUMN "access_level" text DEFAULT 'PUBLIC' NOT NULL;--> statement-breakpoint
CREATE INDEX "activity_file" ON "activity" USING btree ("ocl_id",("file" ->> 'ref')) WHERE "activity"."file" is not null;--> statement-breakpoint
-- The newest version has the level of its file; earlier ones have the level that the feed recorded for them.
UPDATE file_versions v SET access_level = coalesce(
    nullif(CASE WHEN v.version = f.version THEN f.access_level END, 'PUBLIC'),
    (SELECT a.file ->> 'accessLevel' FROM activity a
      WHERE a.ocl_id = f.ocl_id AND a.file IS NOT NULL AND a.file ->> 'ref' = f.did
        AND (a.file ->> 'version')::int = v.version AND a.file ->> 'accessLevel' <> 'PUBLIC'
      ORDER BY a.seq DESC LIMIT 1),
    'ADMIN')
  FROM files f WHERE f.id = v.file_id AND v.encryption IS NOT NULL;--> statement-breakpoint
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_access_level" CHECK (("file_versions"."access_level" = 'PUBLIC') = ("file_versions"."encryption" is null));--> statement-breakpoint
-- Text that was written for a public version and carried over to a secret one. The trigger of `files` updates the search.
UPDATE files f SET content_text = NULL
  WHERE f.access_level <> 'PUBLIC' AND f.content_text IS NOT NULL AND EXISTS (
    SELECT FROM activity a WHERE a.ocl_id = f.ocl_id AND a.file IS NOT NULL AND a.file ->> 'ref' = f.did
      AND a.file ->> 'accessLevel' = 'PUBLIC' AND a.file ->> 'contentText' = f.content_text);--> statement-breakpoint
UPDATE activity a SET file = a.file || '{"contentText": null}'
  WHERE a.file ->> 'accessLevel' <> 'PUBLIC' AND a.file ->> 'contentText' IS NOT NULL AND EXISTS (
    SELECT FROM activity p WHERE p.ocl_id = a.ocl_id AND p.file IS NOT NULL AND p.file ->> 'ref' = a.file ->> 'ref'
      AND p.seq < a.seq AND p.file ->> 'accessLevel' = 'PUBLIC' AND p.file ->> 'contentText' = a.file ->> 'contentText');--> statement-breakpoint
-- Entries say when they changed the access level.
UPDATE activity a SET file = a.file || jsonb_build_object('previousAccessLevel', c.previous)
  FROM (SELECT ocl_id, seq, file ->> 'accessLevel' AS level,
      lag(file ->> 'accessLevel') OVER (PARTITION BY ocl_id, file ->> 'ref' ORDER BY seq) AS previous
    FROM activity WHERE file IS NOT NULL) c
  WHERE a.ocl_id = c.ocl_id AND a.seq = c.seq AND c.previous <> c.level;--> statement-breakpoint
-- Of deleted files the feed keeps no description, labels or text.
UPDATE activity a SET file = a.file || '{"description": null, "contentText": null, "tags": [], "categories": []}'
  FROM activity r
  WHERE r.kind = 'FILE_REMOVED' AND a.ocl_id = r.ocl_id AND a.file IS NOT NULL AND a.file ->> 'ref' = r.file ->> 'ref';--> statement-breakpoint
UPDATE labs SET text_bytes = counted.bytes
  FROM (SELECT a.ocl_id, sum(feed_text_bytes(a.file, n.headline, n.body)) AS bytes
    FROM activity a LEFT JOIN announcements n ON n.id = a.announcement_id GROUP BY a.ocl_id) counted
  WHERE labs.ocl_id = counted.ocl_id AND labs.text_bytes <> counted.bytes;
