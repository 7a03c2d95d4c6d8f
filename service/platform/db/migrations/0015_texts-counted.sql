ALTER TABLE "labs" ADD COLUMN "text_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What an entry of the feed counts towards its lab's storage, as service/files/file-snapshot.ts says it of a new one.
CREATE FUNCTION feed_text_bytes(file jsonb, headline text, body text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(coalesce(file ->> 'description', '')) + octet_length(coalesce(file ->> 'contentText', ''))
    + octet_length(coalesce(headline, '')) + octet_length(coalesce(body, ''))
    + coalesce((SELECT sum(octet_length(word)) FROM jsonb_array_elements_text((file -> 'tags') || (file -> 'categories')) AS word), 0)
$$;--> statement-breakpoint
UPDATE labs SET text_bytes = counted.bytes
  FROM (SELECT a.ocl_id, sum(feed_text_bytes(a.file, n.headline, n.body)) AS bytes
    FROM activity a LEFT JOIN announcements n ON n.id = a.announcement_id GROUP BY a.ocl_id) counted
  WHERE labs.ocl_id = counted.ocl_id;
