CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;--> statement-breakpoint
CREATE TABLE "activity" (
	"ocl_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"file" jsonb,
	"announcement_id" uuid,
	"change_by" text NOT NULL,
	"event_time" timestamp (3) with time zone NOT NULL,
	"system_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_ocl_id_seq_pk" PRIMARY KEY("ocl_id","seq")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ocl_id" text NOT NULL,
	"headline" text NOT NULL,
	"body" text NOT NULL,
	"attachments" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreements" (
	"key" text PRIMARY KEY NOT NULL,
	"ocl_id" text NOT NULL,
	"symbol" text NOT NULL,
	"title" text,
	"content_hash" text NOT NULL,
	"generated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_blocks" (
	"chain_id" integer NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "chain_blocks_chain_id_number_pk" PRIMARY KEY("chain_id","number")
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"followed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_heads" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holder_owners" (
	"holder" text NOT NULL,
	"owner" text NOT NULL,
	"source" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "holder_owners_holder_owner_pk" PRIMARY KEY("holder","owner")
);
--> statement-breakpoint
CREATE TABLE "lab_holders" (
	"address" text PRIMARY KEY NOT NULL,
	"next_check_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_owners" (
	"ocl_id" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"account" text NOT NULL,
	"holder" text NOT NULL,
	"minted_at" timestamp (3) with time zone NOT NULL,
	"held_since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_tokens" (
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"ocl_id" text NOT NULL,
	"underlying" text,
	"block_number" bigint NOT NULL,
	CONSTRAINT "lab_tokens_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "onchain_event_addresses" (
	"address" text NOT NULL,
	"chain_id" integer NOT NULL,
	"first_block" bigint NOT NULL,
	"last_block" bigint NOT NULL,
	"block_offsets" integer[] NOT NULL,
	"log_indexes" integer[] NOT NULL,
	CONSTRAINT "onchain_event_addresses_pk" PRIMARY KEY("address","chain_id","first_block")
);
--> statement-breakpoint
CREATE TABLE "onchain_events" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"contract_address" text NOT NULL,
	"contract_name" text NOT NULL,
	"event_name" text NOT NULL,
	"args" json NOT NULL,
	"tx_hash" text NOT NULL,
	"tx_sender" text NOT NULL,
	"block_hash" text NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	"ocl_id" text,
	"indexed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "onchain_events_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index")
);
--> statement-breakpoint
CREATE TABLE "quarantined_logs" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"contract_address" text NOT NULL,
	"topics" text[] NOT NULL,
	"data" text NOT NULL,
	"tx_hash" text NOT NULL,
	"block_hash" text NOT NULL,
	"reason" text NOT NULL,
	"quarantined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quarantined_logs_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index")
);
--> statement-breakpoint
CREATE TABLE "role_grants" (
	"ocl_id" text NOT NULL,
	"wallet" text NOT NULL,
	"role" text NOT NULL,
	"expiry" numeric(20, 0) NOT NULL,
	"is_agent" boolean NOT NULL,
	"granted_by" text NOT NULL,
	"granted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"block_number" bigint NOT NULL,
	CONSTRAINT "role_grants_ocl_id_wallet_pk" PRIMARY KEY("ocl_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "consumers" (
	"id" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"names_visitors" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"allowed_mutations" text[],
	"per_minute" integer,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "did_links" (
	"ocl_id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_step_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_operation" jsonb,
	"user_op_hash" text,
	"tx_hash" text,
	"ended_by" text,
	"last_failure" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_embeddings" (
	"document_id" bigint PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now(),
	"model" text,
	"dimensions" integer,
	"vector" "bytea",
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"wrap_hash" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"issued_to" text NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"bound_file_id" uuid,
	"bound_version" integer
);
--> statement-breakpoint
CREATE TABLE "file_versions" (
	"file_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"object_key" text NOT NULL,
	"content_type" text NOT NULL,
	"sha256" text NOT NULL,
	"content_length" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"change_by" text NOT NULL,
	"encryption" jsonb,
	"access_level" text DEFAULT 'PUBLIC' NOT NULL,
	CONSTRAINT "file_versions_file_id_version_pk" PRIMARY KEY("file_id","version"),
	CONSTRAINT "file_versions_object_key_unique" UNIQUE("object_key"),
	CONSTRAINT "file_versions_access_level" CHECK (("file_versions"."access_level" = 'PUBLIC') = ("file_versions"."encryption" is null))
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ocl_id" text NOT NULL,
	"did" text NOT NULL,
	"path" text NOT NULL,
	"path_skeleton" text,
	"version" integer NOT NULL,
	"access_level" text NOT NULL,
	"description" text,
	"tags" text[] NOT NULL,
	"categories" text[] NOT NULL,
	"content_text" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"change_by" text NOT NULL,
	CONSTRAINT "files_did_unique" UNIQUE("did"),
	CONSTRAINT "files_path" UNIQUE("ocl_id","path")
);
--> statement-breakpoint
CREATE TABLE "key_releases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_releases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ocl_id" text NOT NULL,
	"file_did" text NOT NULL,
	"path" text,
	"version" integer NOT NULL,
	"wallet" text NOT NULL,
	"outcome" text NOT NULL,
	"predicates" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_conditions" (
	"ocl_id" text NOT NULL,
	"digest" text NOT NULL,
	"conditions" text NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lab_conditions_ocl_id_digest_pk" PRIMARY KEY("ocl_id","digest")
);
--> statement-breakpoint
CREATE TABLE "object_deletions" (
	"object_key" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ocl_id" text,
	"content_length" bigint
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ocl_id" text NOT NULL,
	"wallet" text NOT NULL,
	"content_type" text NOT NULL,
	"content_length" bigint NOT NULL,
	"object_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"finish_hash" text,
	"result" jsonb
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"environment" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"contracts" jsonb NOT NULL,
	"bound_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "master_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"canary" "bytea" NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "did_keys" (
	"did" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"wrapped_private_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_image_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ocl_id" text NOT NULL,
	"content_type" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"object_key" text,
	"landed_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"refusal" text
);
--> statement-breakpoint
CREATE TABLE "lab_shortnames" (
	"shortname" text PRIMARY KEY NOT NULL,
	"ocl_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "labs" (
	"ocl_id" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"account" text NOT NULL,
	"shortname" text NOT NULL,
	"name" text,
	"description" text,
	"image" text,
	"external_url" text,
	"data_room_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"account_did" text NOT NULL,
	"data_room_did" text NOT NULL,
	"registered_by" text NOT NULL,
	"registered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"latest_contribution_at" timestamp (3) with time zone,
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"text_bytes" bigint DEFAULT 0 NOT NULL,
	"storage_limit" bigint NOT NULL,
	"feed_length" bigint DEFAULT 0 NOT NULL,
	"file_count" bigint DEFAULT 0 NOT NULL,
	"sort_name" text COLLATE "C" GENERATED ALWAYS AS (lower(regexp_replace(normalize(coalesce(name, shortname), NFKD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL,
	CONSTRAINT "labs_shortname_unique" UNIQUE("shortname")
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paid_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"mutation" text NOT NULL,
	"request_hash" text NOT NULL,
	"network" text NOT NULL,
	"asset" text NOT NULL,
	"method" text NOT NULL,
	"payer" text NOT NULL,
	"nonce" text NOT NULL,
	"attempt" integer NOT NULL,
	"quote" jsonb NOT NULL,
	"payment" jsonb,
	"valid_before" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"runner" bigint NOT NULL,
	"upstream_status" integer,
	"transaction" text,
	"transfer_log_index" integer,
	"reason" text,
	"looks" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"served_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "paid_calls_attempt" UNIQUE("network","asset","method","payer","nonce","attempt")
);
--> statement-breakpoint
-- Unlogged: a request must not wait for a disk. A crash empties the table, which fills every bucket.
CREATE UNLOGGED TABLE "rate_limit_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"full_at" timestamp with time zone NOT NULL,
	"granted" integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "service_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"service_name" text NOT NULL,
	"auth_method" text NOT NULL,
	"signed_hash" text,
	"signature" text,
	"confirmed_at" timestamp (3) with time zone,
	"signer_rejected" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_messages" (
	"wallet" text NOT NULL,
	"service_name" text NOT NULL,
	"nonce" text NOT NULL,
	"message" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sign_in_messages_wallet_service_name_pk" PRIMARY KEY("wallet","service_name")
);
--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holder_owners" ADD CONSTRAINT "holder_owners_holder_lab_holders_address_fk" FOREIGN KEY ("holder") REFERENCES "public"."lab_holders"("address") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "did_links" ADD CONSTRAINT "did_links_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_embeddings" ADD CONSTRAINT "search_embeddings_document_id_search_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."search_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_conditions" ADD CONSTRAINT "lab_conditions_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_image_uploads" ADD CONSTRAINT "lab_image_uploads_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_shortnames" ADD CONSTRAINT "lab_shortnames_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("system_time" DESC NULLS FIRST,"ocl_id","seq" DESC NULLS FIRST,"kind");--> statement-breakpoint
CREATE INDEX "activity_announcements" ON "activity" USING btree ("system_time" DESC NULLS FIRST,"ocl_id","seq" DESC NULLS FIRST) WHERE "activity"."kind" = 'ANNOUNCEMENT';--> statement-breakpoint
CREATE INDEX "activity_lab_announcements" ON "activity" USING btree ("ocl_id","seq") WHERE "activity"."kind" = 'ANNOUNCEMENT';--> statement-breakpoint
CREATE INDEX "activity_file" ON "activity" USING btree ("ocl_id",("file" ->> 'ref')) WHERE "activity"."file" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "activity_announcement" ON "activity" USING btree ("announcement_id") WHERE "activity"."announcement_id" is not null;--> statement-breakpoint
CREATE INDEX "holder_owners_owner" ON "holder_owners" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "lab_holders_next_check" ON "lab_holders" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "lab_owners_holder" ON "lab_owners" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "onchain_event_addresses_block" ON "onchain_event_addresses" USING brin ("last_block");--> statement-breakpoint
CREATE INDEX "onchain_events_lab" ON "onchain_events" USING btree ("ocl_id","block_number","log_index");--> statement-breakpoint
CREATE INDEX "role_grants_wallet" ON "role_grants" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "did_links_next_step" ON "did_links" USING btree ("status","next_step_at");--> statement-breakpoint
CREATE INDEX "search_embeddings_due" ON "search_embeddings" USING btree ("due_at") WHERE "search_embeddings"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "search_embeddings_space" ON "search_embeddings" USING btree ("model","dimensions");--> statement-breakpoint
CREATE INDEX "search_embeddings_changed" ON "search_embeddings" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "file_versions_sha256" ON "file_versions" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "file_versions_stated_hash" ON "file_versions" USING btree (("encryption" ->> 'contentHash')) WHERE "file_versions"."encryption" is not null;--> statement-breakpoint
CREATE INDEX "files_in_order" ON "files" USING btree ("ocl_id","path" collate "C","id");--> statement-breakpoint
CREATE INDEX "files_path_skeleton" ON "files" USING btree ("ocl_id",left("path_skeleton", 600) collate "C");--> statement-breakpoint
CREATE INDEX "files_without_skeleton" ON "files" USING btree ("ocl_id") WHERE "files"."path_skeleton" is null;--> statement-breakpoint
CREATE INDEX "key_releases_lab" ON "key_releases" USING btree ("ocl_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "key_releases_wallet" ON "key_releases" USING btree ("wallet","id");--> statement-breakpoint
CREATE INDEX "object_deletions_due" ON "object_deletions" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "object_deletions_lab" ON "object_deletions" USING btree ("ocl_id") WHERE "object_deletions"."ocl_id" is not null;--> statement-breakpoint
CREATE INDEX "uploads_pending" ON "uploads" USING btree ("ocl_id","expires_at");--> statement-breakpoint
CREATE INDEX "lab_image_uploads_lab" ON "lab_image_uploads" USING btree ("ocl_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lab_image_uploads_due" ON "lab_image_uploads" USING btree ("landed_at") WHERE "lab_image_uploads"."landed_at" is not null and "lab_image_uploads"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "labs_latest_contribution" ON "labs" USING btree ("latest_contribution_at" DESC NULLS LAST,"ocl_id");--> statement-breakpoint
CREATE INDEX "labs_name" ON "labs" USING btree ("sort_name","ocl_id");--> statement-breakpoint
CREATE INDEX "labs_newest" ON "labs" USING btree ("registered_at" DESC NULLS LAST,"ocl_id");--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_per_payment" ON "paid_calls" USING btree ("network","asset","method","payer","nonce") WHERE "paid_calls"."state" not in ('released', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_open_per_payer" ON "paid_calls" USING btree ("payer") WHERE "paid_calls"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "paid_calls_next_look" ON "paid_calls" USING btree ("next_look_at") WHERE "paid_calls"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_per_transfer" ON "paid_calls" USING btree ("network","transaction","transfer_log_index") WHERE "paid_calls"."state" = 'settled';--> statement-breakpoint
CREATE INDEX "paid_calls_unpaid" ON "paid_calls" USING btree ("payer","ended_at") WHERE "paid_calls"."state" in ('failed', 'unknown');--> statement-breakpoint
CREATE INDEX "paid_calls_created" ON "paid_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "search_documents_lab" ON "search_documents" USING btree ("ocl_id");--> statement-breakpoint
CREATE INDEX "search_documents_stems" ON "search_documents" USING gin ("stems") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_stem" ON "search_words" USING btree ("stem");--> statement-breakpoint
CREATE INDEX "search_words_prefix" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "service_tokens_wallet" ON "service_tokens" USING btree ("wallet","created_at");--> statement-breakpoint
-- Stems of every English word, stop words included: a file can be named who.csv.
CREATE TEXT SEARCH DICTIONARY search_stem (TEMPLATE = snowball, Language = english);--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION search_all_stems (COPY = simple);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION search_all_stems
  ALTER MAPPING FOR asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart,
    int, uint, float, sfloat, version, email, protocol, url, host, url_path, file WITH unaccent, search_stem;--> statement-breakpoint
-- Stems without stop words, for running text.
CREATE TEXT SEARCH CONFIGURATION search_stems (COPY = search_all_stems);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION search_stems ALTER MAPPING REPLACE search_stem WITH english_stem;--> statement-breakpoint
-- Words without case and accents, unstemmed.
CREATE TEXT SEARCH CONFIGURATION search_words (COPY = search_all_stems);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION search_words ALTER MAPPING REPLACE search_stem WITH simple;--> statement-breakpoint
-- Keeps letters, digits and spaces: PostgreSQL's parser reads a-7 as a negative number, a/b as one token and <b> as a tag.
CREATE FUNCTION search_plain(source text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(normalize(source, NFKC), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00b1\u2000-\u206f]+', ' ', 'g')
$$;--> statement-breakpoint
-- The words of a path, and again with camelCase names split (mRNA is not camelCase).
CREATE FUNCTION search_title(path text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT public.search_plain(path || CASE WHEN path ~ '[a-z0-9][A-Z][a-z]'
    THEN ' ' || regexp_replace(path, '([a-z0-9])([A-Z][a-z])', '\1 \2', 'g') ELSE '' END)
$$;--> statement-breakpoint
-- Hyphenated pairs as one word: IL-6 as il6, wild-type as wildtype.
CREATE FUNCTION search_compounds(source text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(part[1] || part[2], ' '), '')
  FROM regexp_matches(left(source, 100000), '([[:alnum:]]{1,20})[-\u2010\u2011]([[:alnum:]]{1,20})', 'g') part
$$;--> statement-breakpoint
-- A tsvector holds at most one megabyte: of a longer vocabulary only the beginning of the text is indexed.
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
-- Adds the words of a text to the vocabulary, in order, so that concurrent writers of the same words never deadlock.
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
-- Lab names are indexed on `labs`, not copied to documents: a rename writes one row.
CREATE TRIGGER search_lab_name AFTER INSERT OR UPDATE OF name ON labs FOR EACH ROW
  WHEN (NEW.name IS NOT NULL) EXECUTE FUNCTION search_on_lab();--> statement-breakpoint
CREATE INDEX labs_search_name ON labs USING gin (to_tsvector('public.search_all_stems', public.search_plain(name)))
  WITH (fastupdate = false);--> statement-breakpoint
-- Words of a path or headline: without this index a filter by weight reads every document.
CREATE INDEX search_documents_titles ON search_documents USING gin (ts_filter(stems, '{a}')) WITH (fastupdate = false);--> statement-breakpoint
-- For the filters: labels, and announcements, which are far rarer than files.
CREATE INDEX search_documents_labels ON search_documents USING gin (tags, categories) WITH (fastupdate = false);--> statement-breakpoint
CREATE INDEX search_documents_announcements ON search_documents (id) WHERE kind = 'ANNOUNCEMENT';--> statement-breakpoint
-- Vectors hardly compress: compression costs more than it saves.
ALTER TABLE "search_embeddings" ALTER COLUMN "vector" SET STORAGE EXTERNAL;--> statement-breakpoint
CREATE FUNCTION search_on_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.search_embeddings AS known (document_id) VALUES (NEW.id)
  ON CONFLICT (document_id) DO UPDATE SET revision = known.revision + 1, due_at = now(), model = NULL,
    dimensions = NULL, vector = NULL, changed_in = pg_current_xact_id();
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER search_new_document AFTER INSERT ON search_documents FOR EACH ROW EXECUTE FUNCTION search_on_document();--> statement-breakpoint
-- Also where no stem differs: "not" is a stop word but changes the meaning.
CREATE TRIGGER search_changed_document AFTER UPDATE ON search_documents FOR EACH ROW EXECUTE FUNCTION search_on_document();--> statement-breakpoint
-- Runs in the transaction that inserts or deletes the files, which holds the row lock of the lab already.
CREATE FUNCTION labs_count_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.labs SET file_count = file_count + counted.files
  FROM (SELECT ocl_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS files FROM changed GROUP BY ocl_id) counted
  WHERE labs.ocl_id = counted.ocl_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER labs_count_new_files AFTER INSERT ON files REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION labs_count_files();--> statement-breakpoint
CREATE TRIGGER labs_count_deleted_files AFTER DELETE ON files REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION labs_count_files();--> statement-breakpoint
-- Bytes that a feed entry adds to the storage of its lab; service/operations/files/file-snapshot.ts counts a new entry the same way.
CREATE FUNCTION feed_text_bytes(file jsonb, headline text, body text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(coalesce(file ->> 'description', '')) + octet_length(coalesce(file ->> 'contentText', ''))
    + octet_length(coalesce(headline, '')) + octet_length(coalesce(body, ''))
    + coalesce((SELECT sum(octet_length(word)) FROM jsonb_array_elements_text((file -> 'tags') || (file -> 'categories')) AS word), 0)
$$;
