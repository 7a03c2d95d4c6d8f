import { and, asc, eq, gt, gte, or, type SQL } from 'drizzle-orm';
import type { Reader } from '../platform/db/database.ts';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';
import type { PaidCallRow } from './paid-call-store.ts';

/** A paid call as shown to operators, without the signed authorization. */
export interface LedgerEntry {
  createdAt: string;
  endedAt: string | null;
  state: PaidCallRow['state'];
  mutation: string;
  /** Id of the served request. */
  requestId: string;
  payer: string;
  method: PaidCallRow['method'];
  nonce: string;
  /** Number of this use of the authorization. */
  attempt: number;
  network: string;
  asset: string;
  payTo: string;
  /** Smallest units of the asset. */
  amount: string;
  upstreamStatus: number | null;
  transaction: string | null;
  /** Why it was not settled, or not at once. */
  reason: string | null;
}

export interface LedgerFilter {
  since?: Date | undefined;
  state?: PaidCallRow['state'] | undefined;
  /** Lowercase. */
  payer?: string | undefined;
}

const PORTION = 500;

/** All matching rows, oldest first, read in batches. */
export async function* readLedger(db: Reader, filter: LedgerFilter): AsyncGenerator<LedgerEntry> {
  const { createdAt, id, state, payer } = paidCalls;
  let after: SQL | undefined;
  for (;;) {
    const rows = await db
      .select()
      .from(paidCalls)
      .where(
        and(
          filter.since && gte(createdAt, filter.since),
          filter.state && eq(state, filter.state),
          filter.payer === undefined ? undefined : eq(payer, filter.payer),
          after,
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(PORTION);
    yield* rows.map(toEntry);
    const last = rows.at(-1);
    if (!last || rows.length < PORTION) return;
    after = or(gt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), gt(id, last.id)));
  }
}

function toEntry(row: PaidCallRow): LedgerEntry {
  const { state, mutation, requestId, payer, method, nonce, attempt, quote } = row;
  const { upstreamStatus, transaction, reason } = row;
  const { network, asset, payTo, amount } = quote;
  return {
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    state,
    mutation,
    requestId,
    payer,
    method,
    nonce,
    attempt,
    network,
    asset,
    payTo,
    amount,
    upstreamStatus,
    transaction,
    reason,
  };
}
