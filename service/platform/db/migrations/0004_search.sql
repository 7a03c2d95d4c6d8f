CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;--> statement-breakpoint
CREATE TABLE "search_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ocl_id" text NOT NULL,
	"file_id" uuid,
	"announcement_id" uuid,
	"kind" text GENERATED ALWAYS AS (case when file_id is null then 'ANNOUNCEMENT' else 'FILE' end) STORED NOT NULL,
	"access_level" text NOT NULL,
	"tags" text[] NOT NULL,
	"categories" text[] NOT NULL,
	"stems" "tsvector" NOT NULL,
	CONSTRAINT "search_documents_file_id_unique" UNIQUE("file_id"),
	CONSTRAINT "search_documents_announcement_id_unique" UNIQUE("announcement_id"),
	CONSTRAINT "search_documents_one_subject" CHECK (num_nonnulls("search_documents"."file_id", "search_documents"."announcement_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"stem" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_documents_lab" ON "search_documents" USING btree ("ocl_id");--> statement-breakpoint
CREATE INDEX "search_documents_stems" ON "search_documents" USING gin ("stems") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_stem" ON "search_words" USING btree ("stem");--> statement-breakpoint
CREATE INDEX "search_words_prefix" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "activity_announcement" ON "activity" USING btree ("announcement_id") WHERE "activity"."announcement_id" is not null;--> statement-breakpoint
-- English stems of every word, also of those that say little: a file may well be called who.csv.
CREATE TEXT SEARCH DICTIONARY search_stem (TEMPLATE = snowball, Language = english);--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION search_all_stems (COPY = simple);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION search_all_stems
  ALTER MAPPING FOR asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart,
    int, uint, float, sfloat, version, email, protocol, url, host, url_path, file WITH unaccent, search_stem;--> statement-breakpoint
-- The same without stop words: for running text.
CREATE TEXT SEARCH CONFIGURATION search_stems (COPY = search_all_stems);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION search_stems ALTER MAPPING REPLACE search_stem WITH english_stem;--> statement-breakpoint
-- Words as they are written, but for case and accents.
CREATE TEXT SEARCH CONFIGURATION search_words (COPY = search_all_stems);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION search_words ALTER MAPPING REPLACE search_stem WITH simple;--> statement-breakpoint
-- Only letters, digits and spaces: PostgreSQL's parser reads a-7 as a number below zero, a/b as one token, <b> as nothing.
CREATE FUNCTION search_plain(source text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(normalize(source, NFKC), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00b1\u2000-\u206f]+', ' ', 'g')
$$;--> statement-breakpoint
-- A path in words, and once more with the names of camelCase taken apart (mRNA is none).
CREATE FUNCTION search_title(path text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT public.search_plain(path || CASE WHEN path ~ '[a-z0-9][A-Z][a-z]'
    THEN ' ' || regexp_replace(path, '([a-z0-9])([A-Z][a-z])', '\1 \2', 'g') ELSE '' END)
$$;--> statement-breakpoint
-- What a hyphen joins, written as one: IL-6 as il6, wild-type as wildtype.
CREATE FUNCTION search_compounds(source text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(part[1] || part[2], ' '), '')
  FROM regexp_matches(left(source, 100000), '([[:alnum:]]{1,20})[-\u2010\u2011]([[:alnum:]]{1,20})', 'g') part
$$;--> statement-breakpoint
-- A tsvector holds one megabyte: of a text with more different words only the beginning can be found.
CREATE FUNCTION search_vector(title text, about text, contents text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  characters int;
  head tsvector := setweight(to_tsvector('public.search_all_stems', public.search_title(title)), 'A')
    || setweight(to_tsvector('public.search_stems', public.search_plain(about)), 'B')
    || setweight(to_tsvector('public.search_all_stems', public.search_compounds(title || ' ' || about || ' ' || contents)), 'D');
BEGIN
  FOREACH characters IN ARRAY ARRAY[1048576, 200000, 40000] LOOP
    BEGIN
      RETURN head || setweight(to_tsvector('public.search_stems', public.search_plain(left(contents, characters))), 'C');
    EXCEPTION WHEN program_limit_exceeded THEN
      CONTINUE;
    END;
  END LOOP;
  RETURN head;
END $$;--> statement-breakpoint
-- Learns the words of a text. In order, so that two writers who learn the same words wait for each other and never deadlock.
CREATE FUNCTION search_learn(source text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.search_words (word, stem)
  SELECT word, (ts_lexize('public.search_stem', word))[1]
  FROM unnest(tsvector_to_array(to_tsvector('public.search_words', public.search_plain(left(source, 100000))))) word
  WHERE length(word) BETWEEN 2 AND 40 AND word !~ '[0-9]{4}' AND ts_lexize('public.search_stem', word) <> '{}'
  ORDER BY word
  ON CONFLICT DO NOTHING
$$;--> statement-breakpoint
CREATE FUNCTION search_lowercase(labels text[]) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(lower(label)), '{}') FROM unnest(labels) label
$$;--> statement-breakpoint
CREATE FUNCTION search_index_file(file files) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  about text := concat_ws(E'\n', file.description, array_to_string(file.tags, E'\n'), array_to_string(file.categories, E'\n'));
  contents text := coalesce(file.content_text, '');
BEGIN
  INSERT INTO public.search_documents (ocl_id, file_id, access_level, tags, categories, stems)
  VALUES (file.ocl_id, file.id, file.access_level, public.search_lowercase(file.tags),
    public.search_lowercase(file.categories), public.search_vector(file.path, about, contents))
  ON CONFLICT (file_id) DO UPDATE SET access_level = excluded.access_level, tags = excluded.tags,
    categories = excluded.categories, stems = excluded.stems;
  PERFORM public.search_learn(concat_ws(E'\n', public.search_title(file.path), about, contents));
END $$;--> statement-breakpoint
CREATE FUNCTION search_index_announcement(announcement announcements) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.search_documents (ocl_id, announcement_id, access_level, tags, categories, stems)
  VALUES (announcement.ocl_id, announcement.id, 'PUBLIC', '{}', '{}',
    public.search_vector(announcement.headline, '', announcement.body))
  ON CONFLICT (announcement_id) DO UPDATE SET stems = excluded.stems;
  PERFORM public.search_learn(concat_ws(E'\n', announcement.headline, announcement.body));
END $$;--> statement-breakpoint
CREATE FUNCTION search_on_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM public.search_index_file(NEW); RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION search_on_announcement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM public.search_index_announcement(NEW); RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION search_on_lab() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM public.search_learn(NEW.name); RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER search_new_file AFTER INSERT ON files FOR EACH ROW EXECUTE FUNCTION search_on_file();--> statement-breakpoint
CREATE TRIGGER search_changed_file AFTER UPDATE ON files FOR EACH ROW
  WHEN ((OLD.path, OLD.access_level, OLD.description, OLD.tags, OLD.categories, OLD.content_text)
    IS DISTINCT FROM (NEW.path, NEW.access_level, NEW.description, NEW.tags, NEW.categories, NEW.content_text))
  EXECUTE FUNCTION search_on_file();--> statement-breakpoint
CREATE TRIGGER search_announcement AFTER INSERT OR UPDATE ON announcements FOR EACH ROW
  EXECUTE FUNCTION search_on_announcement();--> statement-breakpoint
-- A lab's name is looked up where it stands, never copied: a rename touches one row, however many files the lab has.
CREATE TRIGGER search_lab_name AFTER INSERT OR UPDATE OF name ON labs FOR EACH ROW
  WHEN (NEW.name IS NOT NULL) EXECUTE FUNCTION search_on_lab();--> statement-breakpoint
CREATE INDEX labs_search_name ON labs USING gin (to_tsvector('public.search_all_stems', public.search_plain(name)))
  WITH (fastupdate = false);--> statement-breakpoint
-- Words of a path or headline: with their weights alone every document would have to be looked at.
CREATE INDEX search_documents_titles ON search_documents USING gin (ts_filter(stems, '{a}')) WITH (fastupdate = false);--> statement-breakpoint
-- For the filters: labels, and the kind that is rarer by far.
CREATE INDEX search_documents_labels ON search_documents USING gin (tags, categories) WITH (fastupdate = false);--> statement-breakpoint
CREATE INDEX search_documents_announcements ON search_documents (id) WHERE kind = 'ANNOUNCEMENT';--> statement-breakpoint
-- What there was before search.
SELECT search_index_file(file) FROM files file;--> statement-breakpoint
SELECT search_index_announcement(announcement) FROM announcements announcement;--> statement-breakpoint
SELECT search_learn(name) FROM labs WHERE name IS NOT NULL;
