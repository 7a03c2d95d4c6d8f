-- The trigrams of a text, in lower case. The lab is part of each, as one of 64 groups, so that the list of a common trigram has
-- hardly any files of other labs.
CREATE FUNCTION file_trigrams(ocl_id text, words text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
  SELECT coalesce(array_agg(DISTINCT ((hashtext(ocl_id) & 63) << 24) | (hashtext(trigram) & 16777215)), '{}')
  FROM (SELECT letter || lead(letter, 1) OVER (ORDER BY n) || lead(letter, 2) OVER (ORDER BY n) AS trigram
    FROM unnest(string_to_array(lower(words), NULL)) WITH ORDINALITY AS letters (letter, n)) trigrams
  WHERE trigram IS NOT NULL
$$;--> statement-breakpoint
DROP INDEX "files_words";--> statement-breakpoint
DROP INDEX "files_updated";--> statement-breakpoint
CREATE INDEX "files_trigrams" ON "files" USING gin (public.file_trigrams("ocl_id", public.file_words("path", "description", "tags"))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "files_updated" ON "files" USING btree ("ocl_id","updated_at","created_at","id");--> statement-breakpoint
-- ANALYZE would compute the trigrams of 30,000 files, and no plan needs it.
ALTER INDEX "files_trigrams" ALTER COLUMN 1 SET STATISTICS 0;
