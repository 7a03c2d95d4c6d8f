CREATE TABLE "resolved_names" (
	"wallet" text PRIMARY KEY NOT NULL,
	"name" text,
	"name_key" text,
	"checked_at" timestamp (3) with time zone,
	"wanted_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "resolved_names_key" ON "resolved_names" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "resolved_names_wanted" ON "resolved_names" USING btree ("wanted_at") WHERE "resolved_names"."wanted_at" is not null;