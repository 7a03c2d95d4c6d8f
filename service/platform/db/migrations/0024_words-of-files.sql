CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- What `filesPage(search:)` looks in.
CREATE FUNCTION file_words(path text, description text, tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT path || E'\n' || coalesce(description, '') || E'\n' || array_to_string(tags, E'\n')
$$;--> statement-breakpoint
CREATE INDEX "files_words" ON "files" USING gin ("ocl_id",public.file_words("path", "description", "tags") gin_trgm_ops) WITH (fastupdate=false);
