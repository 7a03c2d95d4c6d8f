ALTER TABLE "lab_owners" ADD COLUMN "held_block" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_owners" ADD COLUMN "held_log_index" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "role_grants" ADD COLUMN "log_index" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "role_grants" ADD COLUMN "contributor" text;--> statement-breakpoint
CREATE INDEX "role_grants_contributor" ON "role_grants" USING btree ("ocl_id","contributor") WHERE "role_grants"."contributor" is not null;