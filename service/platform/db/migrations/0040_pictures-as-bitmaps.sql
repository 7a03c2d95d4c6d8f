CREATE TABLE "rejected_images" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"refusal" text NOT NULL,
	"rejected_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "lab_image_uploads_before" ON "lab_image_uploads" USING btree ("object_key") WHERE "lab_image_uploads"."object_key" like 'images/%';--> statement-breakpoint
-- Images that were published as they were sent are drawn as bitmaps: each becomes an upload that has arrived, later than all that were
-- settled. Until it is drawn, the lab shows its mark.
INSERT INTO lab_image_uploads (id, ocl_id, content_type, secret_hash, expires_at, object_key, landed_at)
SELECT gen_random_uuid(), ocl_id,
  CASE substring(image FROM '[a-z]+$') WHEN 'jpg' THEN 'image/jpeg' WHEN 'svg' THEN 'image/svg+xml' ELSE 'image/' || substring(image FROM '[a-z]+$') END,
  sha256(gen_random_uuid()::text::bytea), now(), substr(image, 2),
  coalesce((SELECT max(landed_at) FROM lab_image_uploads settled WHERE settled.ocl_id = labs.ocl_id AND settled_at IS NOT NULL), registered_at)
    + interval '1 millisecond'
FROM labs WHERE image LIKE '/images/%';--> statement-breakpoint
UPDATE labs SET image = NULL WHERE image LIKE '/images/%';
