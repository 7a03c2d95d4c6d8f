CREATE TABLE "mail_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"address" text NOT NULL,
	"frequency" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"confirmation_id" uuid NOT NULL,
	"confirm_by" timestamp (3) with time zone NOT NULL,
	"confirmation_sent_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "mail_addresses_wallet_unique" UNIQUE("wallet"),
	CONSTRAINT "mail_addresses_confirmation_id_unique" UNIQUE("confirmation_id")
);
--> statement-breakpoint
CREATE TABLE "mail_confirmations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_mails" (
	"notice" bigint NOT NULL,
	"address_id" uuid NOT NULL,
	"mail_id" uuid,
	"queued_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "notice_mails_address_id_notice_pk" PRIMARY KEY("address_id","notice")
);
--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "ocl_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notice_mails" ADD CONSTRAINT "notice_mails_notice_notices_number_fk" FOREIGN KEY ("notice") REFERENCES "public"."notices"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_mails" ADD CONSTRAINT "notice_mails_address_id_mail_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."mail_addresses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_addresses_unconfirmed" ON "mail_addresses" USING btree ("confirm_by") WHERE "mail_addresses"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "mail_confirmations_created" ON "mail_confirmations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notice_mails_notice" ON "notice_mails" USING btree ("notice");