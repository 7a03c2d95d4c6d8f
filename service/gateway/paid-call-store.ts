import type { CallAnswer, PaidCallStore } from '@labroom/payments';
import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Reader } from '../platform/db/database.ts';
import { isLeased } from '../platform/db/lease.ts';
import { intentWallets, paidAnswers, paidCalls } from '../platform/db/tables/paid-calls.ts';
import { serviceTokens } from '../platform/db/tables/tokens.ts';
import { openAnswer } from './paid-answer-seal.ts';
import { leaseOfRow } from './paid-call-lease.ts';
import { unpaidWait } from './unpaid-calls.ts';

export type PaidCallRow = typeof paidCalls.$inferSelect;
type State = PaidCallRow['state'];
type Funds = NonNullable<Parameters<PaidCallStore['claim']>[1]>;
type ClaimOutcome = Awaited<ReturnType<PaidCallStore['claim']>>;
type Ending = Parameters<PaidCallStore['endCall']>[2];

/** Maximum number of uses of one unspent authorization. */
const MAX_ATTEMPTS = 3;
/** Longer than a payment is verified before it is claimed. */
const VERIFIED_SECONDS = 30;
/** Calls of one payer that may be open at once. */
const MAX_OPEN = 32;

export type Claim = Parameters<PaidCallStore['claim']>[0];
type AuthorizationKey = Parameters<PaidCallStore['usesOf']>[0];

/** A claim, and the token that it buys. */
export type TokenClaim = Claim & { token: { serviceName: string; expiresAt: Date } };

/**
 * Claims an authorization for one call, durably and before the call runs, and records the token it buys. The database
 * alone decides, so all processes agree: the authorization has no other use in progress or decided and no earlier
 * request, at most three attempts were made, and the payer has no pending wait. Other calls of the payer may be open, as many as
 * the balance covers and 32 at most. A payer who proves to want this call is remembered.
 *
 * [Note: reservations] An open call reserves its price. A call that ended since the balance was read counts as open, because its
 * payment may not be in the balance.
 * @param funds `null`: no other call may be open, or have ended since this payment was verified
 */
export function claimCall(db: Database, claim: TokenClaim, funds: Funds | null): Promise<ClaimOutcome> {
  return db.transaction(async (tx) => {
    await lockPayer(tx, claim);
    const others = await readOthers(tx, claim, funds);
    if (others.open >= MAX_OPEN) return 'too_many_open';
    if (!funds && others.any > 0) return 'beside_others';
    const left = funds && funds.balance - BigInt(claim.quote.amount) - others.reserved;
    if (left !== null && left < 0n) return left + others.settling >= 0n ? 'settling' : 'reserved';
    return (await claimIf(tx, claim)) ? 'claimed' : 'taken';
  });
}

interface OtherCalls {
  open: number;
  any: number;
  reserved: bigint;
  /** Of `reserved`: calls that are being settled, or were settled since the balance was read. */
  settling: bigint;
}

/** The calls of the payer that can still take from the balance. A call that a channel pays takes nothing. */
async function readOthers(db: Reader, { payer }: Claim, funds: Funds | null): Promise<OtherCalls> {
  const ended = funds
    ? sql`ended_at >= ${funds.since.toISOString()}::timestamptz and state <> 'released'`
    : sql`ended_at > now() - make_interval(secs => ${VERIFIED_SECONDS})`;
  const { rows } = await db.execute<Record<'open' | 'any' | 'reserved' | 'settling', string>>(sql`
    select count(*) filter (where ended_at is null) as open, count(*) as any, coalesce(sum(amount), 0) as reserved,
      coalesce(sum(amount) filter (where ended_at is not null or state = 'served'), 0) as settling
    from (
      select state, ended_at, (quote ->> 'amount')::numeric as amount from ${paidCalls}
      where payer = ${payer} and channel_id is null and (ended_at is null or ${ended})
    ) as others`);
  const [{ open, any, reserved, settling } = { open: 0, any: 0, reserved: 0, settling: 0 }] = rows;
  return { open: Number(open), any: Number(any), reserved: BigInt(reserved), settling: BigInt(settling) };
}

/** One claim of a payer at a time, where claims depend on each other. */
async function lockPayer(tx: Reader, { payer }: Claim): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payer ' || ${payer}::text, 0))`);
}

interface IdentifiedCall extends AuthorizationKey {
  requestHash: string;
  hashes: readonly string[];
}

/** Whether an id is that of another payment, or of another request, that was not released. */
export async function isIdentifierTaken(db: Reader, call: IdentifiedCall): Promise<boolean> {
  if (call.hashes.length === 0) return false;
  const { rows } = await db.execute<{ taken: boolean }>(sql`select ${identifierTaken(call)} as taken`);
  return rows[0]?.taken ?? false;
}

function identifierTaken({ hashes, requestHash, network, asset, method, payer, nonce }: IdentifiedCall): SQL {
  return sql`exists (select from ${paidCalls} where identifier_hash = any(${sql.param(hashes)}::text[]) and state <> 'released'
    and (network, asset, method, payer, nonce, request_hash) <> (${network}, ${asset}, ${method}, ${payer}, ${nonce}, ${requestHash}))`;
}

/** The clock of the database. */
export async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select now() as now`);
  return new Date(rows[0]?.now ?? 0);
}

async function claimIf(db: Reader, claim: TokenClaim): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with prior as (
      select count(*)::int as attempts, coalesce(bool_or(request_hash <> ${claim.call.requestHash}), false) as is_other
      from ${paidCalls}
      where network = ${claim.network} and asset = ${claim.asset} and method = ${claim.method}
        and payer = ${claim.payer} and nonce = ${claim.nonce}
    ), claimed as (
      insert into ${paidCalls} (id, request_id, mutation, ocl_id, request_hash, network, asset, method, payer, nonce, identifier_hash, attempt,
        quote, payment, proves_intent, valid_before, state, runner)
      select ${claim.id}::uuid, ${claim.requestId}, ${claim.call.name}, ${claim.call.subject}, ${claim.call.requestHash}, ${claim.network},
        ${claim.asset}, ${claim.method}, ${claim.payer}, ${claim.nonce}, ${claim.identifierHashes[0] ?? null}, attempts + 1, ${JSON.stringify(claim.quote)}::jsonb,
        ${JSON.stringify(claim.payment)}::jsonb, ${claim.provesIntent}, ${claim.validBefore.toISOString()}::timestamptz, 'serving', ${claim.runner}
      from prior where attempts < ${MAX_ATTEMPTS} and not is_other and not ${identifierTaken({ ...claim, requestHash: claim.call.requestHash, hashes: claim.identifierHashes })} and ${unpaidWait(claim)} <= 0
      on conflict do nothing
      returning id
    ), remembered as (
      insert into ${intentWallets} (wallet) select ${claim.payer} from claimed where ${claim.provesIntent}
      on conflict do nothing
    )
    insert into ${serviceTokens} (id, wallet, service_name, auth_method, created_at, expires_at)
    select id, ${claim.payer}, ${claim.token.serviceName}, 'x402', now(), ${claim.token.expiresAt.toISOString()}::timestamptz
    from claimed`);
  return rowCount === 1;
}

/** The uses of an authorization, the last one first. */
export function usesOf(db: Database, key: AuthorizationKey): Promise<PaidCallRow[]> {
  return db.select().from(paidCalls).where(sameAuthorization(key)).orderBy(desc(paidCalls.attempt));
}

function sameAuthorization({ network, asset, method, payer, nonce }: AuthorizationKey) {
  return and(
    eq(paidCalls.network, network),
    eq(paidCalls.asset, asset),
    eq(paidCalls.method, method),
    eq(paidCalls.payer, payer),
    eq(paidCalls.nonce, nonce),
  );
}

/**
 * Records that the mutation ran, and keeps its encrypted answer if the payer can ask for it again: both or neither, so that no call is
 * charged whose answer could not be asked for. Retries once on a new connection, which changes nothing more.
 * @returns false if another process ended this call, or can end it at any time
 */
export async function markServed(
  db: Database,
  id: string,
  { status, inBandError }: Pick<CallAnswer, 'status' | 'inBandError'>,
  sealed: Uint8Array | null,
): Promise<boolean> {
  const say = () =>
    db.execute<{ isServed: boolean }>(sql`
      with served as (
        update ${paidCalls} set state = 'served', served_at = now(), upstream_status = ${status}, error_code = ${inBandError ?? null}
        where ${paidCalls.id} = ${id} and state in ('serving', 'served') and ${isLeased(leaseOfRow)}
        returning id
      ), kept as (
        insert into ${paidAnswers} (id, ciphertext, expires_at)
        select id, ${sealed}::bytea, now() + interval '10 minutes' from served where ${sealed !== null}
        on conflict do nothing
      )
      select exists (select from served) as "isServed"`);
  const { rows } = await say().catch(say);
  return rows[0]?.isServed ?? false;
}

/** The kept answer of the last use of an authorization for this request, with that use; `null` if the secret does not open it. */
export async function findAnswer(
  db: Database,
  key: AuthorizationKey,
  requestHash: string,
  secret: Uint8Array,
): ReturnType<PaidCallStore['findAnswer']> {
  const [kept] = await db
    .select({ use: paidCalls, ciphertext: paidAnswers.ciphertext })
    .from(paidCalls)
    .innerJoin(paidAnswers, eq(paidAnswers.id, paidCalls.id))
    .where(
      and(
        sameAuthorization(key),
        eq(paidCalls.requestHash, requestHash),
        gt(paidAnswers.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(paidCalls.attempt))
    .limit(1);
  if (!kept) return null;
  const answer = openAnswer(secret, kept.use.id, kept.ciphertext);
  return answer && { use: kept.use, answer };
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
