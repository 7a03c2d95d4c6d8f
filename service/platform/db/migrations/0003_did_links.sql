CREATE TABLE "did_links" (
	"ocl_id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_step_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_operation" jsonb,
	"user_op_hash" text,
	"tx_hash" text,
	"last_failure" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "did_links" ADD CONSTRAINT "did_links_ocl_id_labs_ocl_id_fk" FOREIGN KEY ("ocl_id") REFERENCES "public"."labs"("ocl_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "did_links_next_step" ON "did_links" USING btree ("status","next_step_at");
--> statement-breakpoint
-- Labs from before are queued as well.
INSERT INTO "did_links" ("ocl_id") SELECT "ocl_id" FROM "labs";
