CREATE TABLE "profiles" (
	"wallet" text PRIMARY KEY NOT NULL,
	"name" text,
	"name_key" text,
	"orcid" text,
	"affiliation" text,
	"website" text,
	"signature" text,
	"issued_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "profiles_name_key" ON "profiles" USING btree ("name_key");