CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"environment" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"contracts" jsonb NOT NULL,
	"bound_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "master_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"canary" "bytea" NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
