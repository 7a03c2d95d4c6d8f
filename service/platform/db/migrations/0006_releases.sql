CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ocl_id" text NOT NULL,
	"did" text NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"file_count" integer NOT NULL,
	"content_length" bigint NOT NULL,
	"manifest" text NOT NULL,
	"manifest_length" integer NOT NULL,
	"manifest_sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "releases_did_unique" UNIQUE("did"),
	CONSTRAINT "releases_number" UNIQUE("ocl_id","number"),
	CONSTRAINT "releases_name" UNIQUE("ocl_id","name")
);
--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "release_id" uuid;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;