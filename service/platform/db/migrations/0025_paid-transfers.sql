ALTER TABLE "paid_calls" ADD COLUMN "transfer_log_index" integer;--> statement-breakpoint
-- Log indexes of earlier settlements are not known. Rows that share a transaction are numbered apart and marked.
UPDATE "paid_calls" SET
	"transaction" = lower("transaction"),
	"transfer_log_index" = -numbered.number,
	"reason" = CASE WHEN numbered.number > 1 THEN 'transaction_shared' ELSE "reason" END
FROM (
	SELECT "id", row_number() OVER (PARTITION BY "network", lower("transaction") ORDER BY "ended_at", "id")::int AS number
	FROM "paid_calls" WHERE "state" = 'settled'
) AS numbered WHERE numbered."id" = "paid_calls"."id";--> statement-breakpoint
CREATE UNIQUE INDEX "paid_calls_one_per_transfer" ON "paid_calls" USING btree ("network","transaction","transfer_log_index") WHERE "paid_calls"."state" = 'settled';--> statement-breakpoint
CREATE INDEX "paid_calls_unpaid" ON "paid_calls" USING btree ("payer","ended_at") WHERE "paid_calls"."state" in ('failed', 'unknown');