CREATE TABLE "drawn_texts" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"tree" text,
	"is_shortened" boolean NOT NULL,
	"budget_ms" integer NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "drawn_texts_read" ON "drawn_texts" USING btree ("read_at");