import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.ts';
import { isLeased } from '../platform/db/lease.ts';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';
import { serviceTokens } from '../platform/db/tables/tokens.ts';
import { leaseOfRow } from './paid-call-lease.ts';
import { unpaidWait } from './unpaid-calls.ts';

export type PaidCallRow = typeof paidCalls.$inferSelect;
type State = PaidCallRow['state'];

/** Maximum number of uses of one unspent authorization. */
const MAX_ATTEMPTS = 3;

/** Key of an authorization, which can be spent once. */
export type AuthorizationKey = Pick<PaidCallRow, 'network' | 'asset' | 'method' | 'payer' | 'nonce'>;

export type Claim = AuthorizationKey &
  Pick<
    PaidCallRow,
    'id' | 'requestId' | 'mutation' | 'requestHash' | 'quote' | 'payment' | 'validBefore' | 'runner'
  > & { token: { serviceName: string; expiresAt: Date } };

/**
 * Claims an authorization for one call, durably and before the call runs, and records the token it buys. The database
 * alone decides, so all processes agree: the authorization has no other use in progress or decided and no earlier
 * request, at most three attempts were made, and the payer has no other open call and no pending wait.
 * @returns whether it was claimed
 */
export async function claimCall(db: Database, claim: Claim): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with prior as (
      select count(*)::int as attempts, coalesce(bool_or(request_hash <> ${claim.requestHash}), false) as is_other
      from ${paidCalls}
      where network = ${claim.network} and asset = ${claim.asset} and method = ${claim.method}
        and payer = ${claim.payer} and nonce = ${claim.nonce}
    ), claimed as (
      insert into ${paidCalls} (id, request_id, mutation, request_hash, network, asset, method, payer, nonce, attempt,
        quote, payment, valid_before, state, runner)
      select ${claim.id}::uuid, ${claim.requestId}, ${claim.mutation}, ${claim.requestHash}, ${claim.network},
        ${claim.asset}, ${claim.method}, ${claim.payer}, ${claim.nonce}, attempts + 1, ${JSON.stringify(claim.quote)}::jsonb,
        ${JSON.stringify(claim.payment)}::jsonb, ${claim.validBefore.toISOString()}::timestamptz, 'serving', ${claim.runner}
      from prior where attempts < ${MAX_ATTEMPTS} and not is_other and ${unpaidWait(claim)} <= 0
      on conflict do nothing
      returning id
    )
    insert into ${serviceTokens} (id, wallet, service_name, auth_method, created_at, expires_at)
    select id, ${claim.payer}, ${claim.token.serviceName}, 'x402', now(), ${claim.token.expiresAt.toISOString()}::timestamptz
    from claimed`);
  return rowCount === 1;
}

/** The uses of an authorization, the last one first. */
export function usesOf(db: Database, key: AuthorizationKey): Promise<PaidCallRow[]> {
  return db
    .select()
    .from(paidCalls)
    .where(
      and(
        eq(paidCalls.network, key.network),
        eq(paidCalls.asset, key.asset),
        eq(paidCalls.method, key.method),
        eq(paidCalls.payer, key.payer),
        eq(paidCalls.nonce, key.nonce),
      ),
    )
    .orderBy(desc(paidCalls.attempt));
}

/** Records that the mutation ran. @returns false if another process ended this call, or can end it at any time */
export async function markServed(db: Database, id: string, upstreamStatus: number): Promise<boolean> {
  const served = { state: 'served', servedAt: sql`now()`, upstreamStatus } as const;
  return change(db, id, ['serving', 'served'], served, isLeased(leaseOfRow));
}

/** Final state of a call. Its payment is deleted. */
export interface Ending {
  state: 'failed' | 'released' | 'burned';
  transaction?: string | null;
  reason?: string;
  upstreamStatus?: number;
}

/** Ends a call that is still in the state `from`. @returns whether it was */
export function endCall(db: Database, id: string, from: State, ending: Ending): Promise<boolean> {
  const end = { ...ending, payment: null, nextLookAt: null, endedAt: sql`now()` };
  return change(db, id, [from, ending.state], end);
}

/**
 * Queues the call to find out whether it was settled.
 * @returns false if another process already decided
 */
export function lookLater(
  db: Database,
  id: string,
  from: 'served' | 'unknown',
  found: { inMs: number; reason: string; transaction: string | null },
): Promise<boolean> {
  const { inMs, ...rest } = found;
  return change(db, id, [from], {
    ...rest,
    state: 'unknown',
    nextLookAt: sql`now() + make_interval(secs => ${inMs / 1000})`,
  });
}

/** Gives up: the worker does not retry. Payer and operator must check the chain. */
export async function giveUp(db: Database, id: string): Promise<void> {
  await change(db, id, ['unknown'], { nextLookAt: null, endedAt: sql`now()` });
}

/** Retries once on a new connection. The statement is idempotent, so a duplicate has no effect. */
async function change(
  db: Database,
  id: string,
  from: readonly State[],
  values: Parameters<ReturnType<typeof db.update<typeof paidCalls>>['set']>[0],
  condition?: SQL,
): Promise<boolean> {
  const say = async () =>
    db
      .update(paidCalls)
      .set(values)
      .where(and(eq(paidCalls.id, id), inArray(paidCalls.state, [...from]), condition));
  const { rowCount } = await say().catch(say);
  return rowCount === 1;
}
