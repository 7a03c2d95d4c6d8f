CREATE TABLE "featured_labs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "featured_labs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ocl_id" text NOT NULL,
	"place" integer NOT NULL,
	"featured_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "featured_labs" ADD CONSTRAINT "featured_labs_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "featured_labs_now" ON "featured_labs" USING btree ("ocl_id") WHERE "featured_labs"."ended_at" is null;