import type { PaidCallStore } from '@labroom/payments';
import type { Settlement } from '@labroom/payments/facilitators';
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.ts';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';
import { endCall, lookLater } from './paid-call-store.ts';

type OpenCall = Parameters<PaidCallStore['recordSettlement']>[0];

/**
 * Records the outcome of a settlement.
 *
 * [Note: one transfer, one call] A transfer settles one call. If its transaction already settled another call, the
 * settlement of this one counts as unknown, and the worker reads the state of the authorization from the chain.
 *
 * @returns what was recorded; `null` if another process decides about the call
 */
export async function recordSettlement(
  db: Database,
  { id, from, lookInMs }: OpenCall,
  settlement: Settlement,
): Promise<Settlement | null> {
  if (settlement.kind === 'settled') {
    const say = () => settle(db, id, from, settlement);
    // The unique index decides between two processes; the loser then sees that the transfer is taken.
    if (await say().catch(say)) return settlement;
  } else if (settlement.kind === 'failed' && !(await settlesAnother(db, id, settlement.transaction))) {
    const { transaction, reason } = settlement;
    return (await endCall(db, id, from, { state: 'failed', transaction, reason })) ? settlement : null;
  }
  const open: Settlement =
    settlement.kind === 'unknown'
      ? settlement
      : { kind: 'unknown', reason: 'transaction_of_another_call', transaction: null };
  const { reason, transaction } = open;
  return (await lookLater(db, id, from, { inMs: lookInMs, reason, transaction })) ? open : null;
}

/** @returns false if all its possible transfers settle other calls, or another process decided about the call */
async function settle(
  db: Database,
  id: string,
  from: OpenCall['from'],
  { transaction, transfers }: Extract<Settlement, { kind: 'settled' }>,
): Promise<boolean> {
  const hash = transaction.toLowerCase();
  const candidates = transfers ?? [-1];
  const { rowCount } = await db.execute(sql`
    update ${paidCalls} as own
    set state = 'settled', transaction = ${hash}, transfer_log_index = free.log_index, payment = null,
      next_look_at = null, ended_at = now()
    from (
      select min(candidate) as log_index from unnest(${sql.param(candidates)}::int[]) as candidate
      where not exists (
        select from ${paidCalls} as other
        where other.transaction = ${hash} and other.state = 'settled' and other.id <> ${id}
          and other.network = (select network from ${paidCalls} where id = ${id})
          and (other.transfer_log_index = candidate or other.transfer_log_index < 0 or candidate < 0)
      )
    ) as free
    where own.id = ${id} and own.state in (${from}, 'settled') and free.log_index is not null`);
  return rowCount === 1;
}

async function settlesAnother(db: Database, id: string, transaction: string | null): Promise<boolean> {
  if (transaction === null) return false;
  const { rows } = await db.execute(sql`
    select 1 from ${paidCalls} as other join ${paidCalls} as own on own.network = other.network
    where own.id = ${id} and other.id <> ${id} and other.state = 'settled'
      and other.transaction = ${transaction.toLowerCase()} limit 1`);
  return rows.length > 0;
}
