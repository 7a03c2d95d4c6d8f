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
ALTER TABLE "key_releases" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "sort_name" text COLLATE "C" GENERATED ALWAYS AS (lower(regexp_replace(normalize(coalesce(name, shortname), NFKD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_image_uploads" ADD CONSTRAINT "lab_image_uploads_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lab_image_uploads_lab" ON "lab_image_uploads" USING btree ("ocl_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lab_image_uploads_due" ON "lab_image_uploads" USING btree ("landed_at") WHERE "lab_image_uploads"."landed_at" is not null and "lab_image_uploads"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "file_versions_sha256" ON "file_versions" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "file_versions_stated_hash" ON "file_versions" USING btree (("encryption" ->> 'contentHash')) WHERE "file_versions"."encryption" is not null;--> statement-breakpoint
CREATE INDEX "labs_name" ON "labs" USING btree ("sort_name","ocl_id");--> statement-breakpoint
CREATE INDEX "labs_newest" ON "labs" USING btree ("registered_at" DESC NULLS LAST,"ocl_id");