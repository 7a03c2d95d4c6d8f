ALTER TABLE "file_versions" ADD COLUMN "change_note" text;--> statement-breakpoint
ALTER TABLE "trashed_versions" ADD COLUMN "change_note" text;--> statement-breakpoint
-- Notes count as texts; service/operations/files/file-snapshot.ts counts a new entry the same way.
CREATE OR REPLACE FUNCTION feed_text_bytes(file jsonb, headline text, body text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(coalesce(file ->> 'description', '')) + octet_length(coalesce(file ->> 'contentText', ''))
    + octet_length(coalesce(file ->> 'changeNote', ''))
    + octet_length(coalesce(headline, '')) + octet_length(coalesce(body, ''))
    + coalesce((SELECT sum(octet_length(word)) FROM jsonb_array_elements_text((file -> 'tags') || (file -> 'categories')) AS word), 0)
$$;
