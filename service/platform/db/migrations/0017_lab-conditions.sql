CREATE TABLE "lab_conditions" (
	"ocl_id" text NOT NULL,
	"digest" text NOT NULL,
	"conditions" text NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lab_conditions_ocl_id_digest_pk" PRIMARY KEY("ocl_id","digest")
);
--> statement-breakpoint
ALTER TABLE "lab_conditions" ADD CONSTRAINT "lab_conditions_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_releases_wallet" ON "key_releases" USING btree ("wallet","id");--> statement-breakpoint
INSERT INTO "lab_conditions" ("ocl_id", "digest", "conditions", "last_used_at")
  SELECT f.ocl_id, encode(sha256(convert_to(v.encryption ->> 'accessControlConditions', 'UTF8')), 'hex'),
    v.encryption ->> 'accessControlConditions', max(v.created_at)
  FROM file_versions v JOIN files f ON f.id = v.file_id WHERE v.encryption IS NOT NULL
  GROUP BY f.ocl_id, v.encryption ->> 'accessControlConditions';
