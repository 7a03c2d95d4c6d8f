CREATE TABLE "webhook_deliveries" (
	"webhook_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"ocl_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"status" integer,
	"failure" text,
	"due_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_webhook_id_number_pk" PRIMARY KEY("webhook_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"wrapped" "bytea" NOT NULL,
	"valid_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consumer_id" text,
	"ocl_id" text,
	"wallet" text,
	"url" text NOT NULL,
	"filter" text,
	"queued" bigint NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","ocl_id","number") WHERE "webhook_deliveries"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_secrets_webhook" ON "webhook_secrets" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "webhooks_lab" ON "webhooks" USING btree ("ocl_id");--> statement-breakpoint
CREATE INDEX "webhooks_consumer" ON "webhooks" USING btree ("consumer_id");--> statement-breakpoint
CREATE INDEX "webhooks_queued" ON "webhooks" USING btree ("queued") WHERE "webhooks"."disabled_at" is null;