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
CREATE TABLE "consumers" (
	"id" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone
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
	CONSTRAINT "file_versions_file_id_version_pk" PRIMARY KEY("file_id","version"),
	CONSTRAINT "file_versions_object_key_unique" UNIQUE("object_key")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ocl_id" text NOT NULL,
	"did" text NOT NULL,
	"path" text NOT NULL,
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
	"version" integer NOT NULL,
	"wallet" text NOT NULL,
	"outcome" text NOT NULL,
	"predicates" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "object_deletions" (
	"object_key" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "did_keys" (
	"did" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"wrapped_private_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"storage_limit" bigint NOT NULL,
	"feed_length" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "labs_shortname_unique" UNIQUE("shortname")
);
--> statement-breakpoint
CREATE TABLE "service_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"service_name" text NOT NULL,
	"auth_method" text NOT NULL,
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
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_shortnames" ADD CONSTRAINT "lab_shortnames_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_time" ON "activity" USING btree ("system_time");--> statement-breakpoint
CREATE INDEX "key_releases_lab" ON "key_releases" USING btree ("ocl_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "uploads_pending" ON "uploads" USING btree ("ocl_id","expires_at");--> statement-breakpoint
CREATE INDEX "labs_latest_contribution" ON "labs" USING btree ("latest_contribution_at" DESC NULLS LAST,"ocl_id");--> statement-breakpoint
CREATE INDEX "service_tokens_wallet" ON "service_tokens" USING btree ("wallet");