ALTER TABLE "profiles" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "picture_sha256" text;