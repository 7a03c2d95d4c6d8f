CREATE TABLE "lab_token_balances" (
	"chain_id" integer NOT NULL,
	"token" text NOT NULL,
	"holder" text NOT NULL,
	"balance" numeric NOT NULL,
	CONSTRAINT "lab_token_balances_chain_id_token_holder_pk" PRIMARY KEY("chain_id","token","holder")
);
--> statement-breakpoint
CREATE TABLE "lab_token_weeks" (
	"chain_id" integer NOT NULL,
	"token" text NOT NULL,
	"week" date NOT NULL,
	"transfers" integer NOT NULL,
	"transferred" numeric NOT NULL,
	"issued" numeric NOT NULL,
	"burned" numeric NOT NULL,
	CONSTRAINT "lab_token_weeks_chain_id_token_week_pk" PRIMARY KEY("chain_id","token","week")
);
--> statement-breakpoint
ALTER TABLE "lab_tokens" ADD COLUMN "supply" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_tokens" ADD COLUMN "holder_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_tokens" ADD COLUMN "transfer_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_tokens" ADD COLUMN "capped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lab_tokens" ADD COLUMN "cap" numeric;--> statement-breakpoint
CREATE INDEX "lab_token_balances_largest" ON "lab_token_balances" USING btree ("chain_id","token","balance","holder");--> statement-breakpoint
CREATE INDEX "onchain_events_token_transfers" ON "onchain_events" USING btree ("contract_address","block_number","log_index") WHERE "onchain_events"."contract_name" = 'ipt' and "onchain_events"."event_name" = 'Transfer';--> statement-breakpoint
CREATE INDEX "onchain_events_token_supply" ON "onchain_events" USING btree ("contract_address","block_number","log_index") WHERE "onchain_events"."contract_name" = 'ipt' and "onchain_events"."event_name" = 'Transfer'
        and '0x0000000000000000000000000000000000000000' in ("onchain_events"."args"->>'from', "onchain_events"."args"->>'to');--> statement-breakpoint
-- Derives the new rows from the events that are indexed already.
create temporary table transfers_before as
  select e.chain_id, e.contract_address as token, e.args ->> 'from' as sender, e.args ->> 'to' as receiver,
    (e.args ->> 'value')::numeric as value, date_trunc('week', e.block_timestamp at time zone 'UTC')::date as week,
    '0x' || repeat('0', 40) as nobody
  from onchain_events e where e.contract_name = 'ipt' and e.event_name = 'Transfer';--> statement-breakpoint
insert into lab_token_balances (chain_id, token, holder, balance)
  select chain_id, token, holder, sum(change) from (
    select chain_id, token, receiver as holder, value as change, nobody from transfers_before
    union all select chain_id, token, sender, -value, nobody from transfers_before) changes
  where holder <> nobody group by chain_id, token, holder having sum(change) <> 0;--> statement-breakpoint
insert into lab_token_weeks (chain_id, token, week, transfers, transferred, issued, burned)
  select * from (
    select chain_id, token, week, count(*) filter (where nobody not in (sender, receiver)) as transfers,
      coalesce(sum(value) filter (where nobody not in (sender, receiver)), 0) as transferred,
      coalesce(sum(value) filter (where sender = nobody), 0) as issued,
      coalesce(sum(value) filter (where receiver = nobody), 0) as burned
    from transfers_before group by chain_id, token, week) weeks
  where (transfers, issued, burned) <> (0, 0, 0);--> statement-breakpoint
update lab_tokens t set
  supply = coalesce((select sum(issued - burned) from lab_token_weeks w where w.chain_id = t.chain_id and w.token = t.address), 0),
  holder_count = (select count(*) from lab_token_balances b where b.chain_id = t.chain_id and b.token = t.address and b.balance > 0),
  transfer_count = (select count(*) from transfers_before f where f.chain_id = t.chain_id and f.token = t.address);--> statement-breakpoint
update lab_tokens t set cap = (c.args ->> 'atSupply')::numeric, capped_at = c.block_timestamp
  from onchain_events c where c.contract_name = 'ipt' and c.event_name = 'Capped'
    and c.chain_id = t.chain_id and c.contract_address = t.address;--> statement-breakpoint
drop table transfers_before;
