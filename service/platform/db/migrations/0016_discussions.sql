CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"author" text NOT NULL,
	"body" text,
	"ciphertext" "bytea",
	"key_sha256" text,
	"mentions" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	CONSTRAINT "comments_words" CHECK (num_nonnulls("comments"."body", "comments"."ciphertext", "comments"."deleted_at") = 1 and ("comments"."ciphertext" is null) = ("comments"."key_sha256" is null))
);
--> statement-breakpoint
CREATE TABLE "discussion_keys" (
	"file_did" text NOT NULL,
	"key_version" integer NOT NULL,
	"sha256" text NOT NULL,
	"wrapped" "bytea",
	"published" "bytea",
	CONSTRAINT "discussion_keys_file_did_key_version_sha256_pk" PRIMARY KEY("file_did","key_version","sha256"),
	CONSTRAINT "discussion_keys_state" CHECK (num_nonnulls("discussion_keys"."wrapped", "discussion_keys"."published") = 1)
);
--> statement-breakpoint
CREATE TABLE "file_reviews" (
	"ocl_id" text NOT NULL,
	"file_did" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"wallet" text NOT NULL,
	"reviewers" text[] NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "file_reviews_file_did_version_state_wallet_pk" PRIMARY KEY("file_did","version","state","wallet")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ocl_id" text NOT NULL,
	"file_did" text,
	"version" integer,
	"key_version" integer,
	"anchor" jsonb,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text,
	CONSTRAINT "threads_of_version" CHECK (num_nulls("threads"."file_did", "threads"."version", "threads"."key_version") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "discussion" jsonb;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_reviews" ADD CONSTRAINT "file_reviews_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_thread" ON "comments" USING btree ("thread_id","created_at","id");--> statement-breakpoint
CREATE INDEX "threads_newest" ON "threads" USING btree ("ocl_id","file_did","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "threads_file" ON "threads" USING btree ("file_did","key_version") WHERE "threads"."file_did" is not null;