import { and, desc, eq, type InferSelectModel, sql } from 'drizzle-orm';
import type { PaidMutation } from '#platform/config/paid-mutations.ts';
import type { Reader } from '#platform/db/database.ts';
import { journeyCalls } from '#platform/db/tables/journeys.ts';
import { paidCalls } from '#platform/db/tables/paid-calls.ts';

const { id, mutation, oclId, createdAt, endedAt, quote, asset, network } = paidCalls;
const { state, reason, transaction, requestId, errorCode, provesIntent } = paidCalls;
/** What a payer sees of a row: neither the signed payment nor the hash of the request. */
const columns = {
  ...{ id, mutation, oclId, createdAt, endedAt, quote, asset, network },
  ...{ state, reason, transaction, requestId, errorCode, provesIntent },
};

/** The calls of a journey as they were bought. */
const planned = sql<PaidMutation[]>`array(select bought.mutation from ${journeyCalls} as bought
  where bought.journey_id = ${paidCalls}.id and bought.attempt = 1 order by bought.number)`;

export type OwnPaidCallRow = Pick<InferSelectModel<typeof paidCalls>, keyof typeof columns> & {
  planned: PaidMutation[];
};

/** Calls of a payer, newest first, from the one after `before` on; `null` if that is not a call of this payer. */
export async function paidCallsOf(
  db: Reader,
  payer: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<OwnPaidCallRow[] | null> {
  const ofPayer = eq(paidCalls.payer, payer);
  const [position] = before
    ? await db
        .select({ createdAt, id })
        .from(paidCalls)
        .where(and(ofPayer, eq(id, before)))
    : [];
  if (before && !position) return null;
  const older =
    position &&
    sql`(${createdAt}, ${id}) < (${position.createdAt.toISOString()}::timestamptz, ${position.id}::uuid)`;
  return db
    .select({ ...columns, planned })
    .from(paidCalls)
    .where(and(ofPayer, older))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** Days that sums are given for, today among them. */
export const DAYS = 30;

/** Calls of one day with one outcome; of all earlier days together, with `day` `null`. */
export interface SpentRow extends Record<string, unknown> {
  network: string;
  asset: string;
  isSettled: boolean;
  /** In UTC, `2026-01-31`. */
  day: string | null;
  /** By the clock of the database. */
  today: string;
  calls: number;
  amount: string;
}

/** Sums of the calls of a payer that were charged, or can still be: of all, or of those on one lab. */
export async function spentBy(db: Reader, payer: string, lab?: string): Promise<SpentRow[]> {
  const onLab = lab === undefined ? sql`` : sql`and ocl_id = ${lab}`;
  const today = sql`(now() at time zone 'utc')::date`;
  const callDay = sql`(created_at at time zone 'utc')::date`;
  const { rows } = await db.execute<SpentRow>(sql`
    select network, asset, state = 'settled' as "isSettled", ${today}::text as today,
      case when ${callDay} > ${today} - ${DAYS}::int then ${callDay}::text end as day,
      count(*)::int as calls, sum((quote ->> 'amount')::numeric)::text as amount
    from ${paidCalls}
    where payer = ${payer} and (state = 'settled' or ended_at is null) ${onLab}
    group by network, asset, "isSettled", day
    order by network, asset`);
  return rows;
}
