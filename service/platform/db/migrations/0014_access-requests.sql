CREATE TABLE "access_questions" (
	"ocl_id" text PRIMARY KEY NOT NULL,
	"questions" json NOT NULL,
	"promise" text
);
--> statement-breakpoint
CREATE TABLE "access_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"ocl_id" text NOT NULL,
	"wallet" text NOT NULL,
	"role" text NOT NULL,
	"ref" text,
	"until" timestamp (3) with time zone,
	"promise" text NOT NULL,
	"answers" json NOT NULL,
	"invitation" uuid,
	"chain_id" integer NOT NULL,
	"site" text NOT NULL,
	"signature" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"after_block" bigint NOT NULL,
	"held_expiry" numeric(20, 0),
	"state" text DEFAULT 'OPEN' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"decline_signature" text,
	"decline_issued_at" timestamp (3) with time zone,
	"granted_role" text,
	"granted_expiry" numeric(20, 0),
	"tx_hash" text,
	"block_number" bigint,
	"log_index" integer
);
--> statement-breakpoint
CREATE TABLE "blocked_askers" (
	"ocl_id" text NOT NULL,
	"wallet" text NOT NULL,
	"blocked_by" text NOT NULL,
	"blocked_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "blocked_askers_ocl_id_wallet_pk" PRIMARY KEY("ocl_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ocl_id" text NOT NULL,
	"role" text NOT NULL,
	"until" timestamp (3) with time zone,
	"uses" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"secret_address" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_open" ON "access_requests" USING btree ("ocl_id","wallet") WHERE "access_requests"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "access_requests_lab" ON "access_requests" USING btree ("ocl_id","created_at");--> statement-breakpoint
CREATE INDEX "access_requests_wallet" ON "access_requests" USING btree ("wallet","created_at");--> statement-breakpoint
CREATE INDEX "access_requests_granted" ON "access_requests" USING btree ("block_number") WHERE "access_requests"."state" = 'GRANTED';--> statement-breakpoint
CREATE INDEX "invitations_lab" ON "invitations" USING btree ("ocl_id","created_at");