CREATE TABLE "feed_marks" (
	"list" text NOT NULL,
	"n" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feed_marks_list_n_pk" PRIMARY KEY("list","n")
);
--> statement-breakpoint
-- What `labs(search:)` looks in.
CREATE FUNCTION lab_words(name text, shortname text, description text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT shortname || E'\n' || coalesce(name, '') || E'\n' || coalesce(description, '')
$$;--> statement-breakpoint
CREATE INDEX "labs_words" ON "labs" USING gin (public.lab_words("name", "shortname", "description") gin_trgm_ops) WITH (fastupdate=false);