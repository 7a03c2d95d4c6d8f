import { randomBytes, randomUUID } from 'node:crypto';
import type { JourneyPorts } from '@labroom/payments/journeys';
import { REPLACEMENT_OFFSET } from '@labroom/protocol/journey';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { isExpired, isLeased } from '../../platform/db/lease.ts';
import { journeyCalls, journeys } from '../../platform/db/tables/journeys.ts';
import { paidCalls } from '../../platform/db/tables/paid-calls.ts';
import { serviceTokens } from '../../platform/db/tables/tokens.ts';
import { paidCallLeases } from '../paid-call-lease.ts';
import { tokenRow } from '../scoped-token.ts';
import { hashOfSecret, openJourneyAnswer, sealJourneyAnswer } from './journey-secret.ts';

/** How long calls can be used. */
const GOOD_FOR = sql`interval '30 days'`;
/** How often a call is given back that may or may not have run. */
const MOST_ATTEMPTS = 3;

type JourneyStore = JourneyPorts['store'];
type PlannedCall = Parameters<JourneyStore['open']>[2][number];

/** The journeys, in the database. */
export function openJourneyStore({ db, config }: Pick<ServiceContext, 'db' | 'config'>): JourneyStore {
  return {
    open: (id, payer, calls) => storeJourney(db, id, payer, calls),
    find: (secret, number) => findJourneyCall(db, secret, number),
    take: (id, use) => takeCall(db, id, { ...use, token: tokenRow(config) }),
    keep: (held, answer, secret) =>
      keepUse(db, held, answer.status, sealJourneyAnswer(secret, held.id, answer)),
    giveBack: (held, status) => giveBack(db, held, status),
    burn: (held) => burnUse(db, held),
  };
}

/** Stores the calls of a journey. They can be used once its payment is settled. */
function storeJourney(
  db: Database,
  id: string,
  payer: string,
  calls: readonly PlannedCall[],
): ReturnType<JourneyStore['open']> {
  const secret = `0x${randomBytes(32).toString('hex')}`;
  const rows = calls.map(({ name, given }, index) => ({
    journeyId: id,
    number: index + 1,
    mutation: name,
    stated: given,
  }));
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(journeys)
      .values({ id, payer, secretHash: hashOfSecret(secret), expiresAt: sql`now() + ${GOOD_FOR}` })
      .returning({ expiresAt: journeys.expiresAt });
    if (!stored) throw new Error('The journey was not stored');
    await tx.insert(journeyCalls).values(rows);
    return {
      journey: secret,
      calls: rows.map(({ number, mutation }) => ({ call: number, mutation })),
      expiresAt: stored.expiresAt.toISOString(),
    };
  });
}

/** A call of the journey that this secret opens. */
async function findJourneyCall(
  db: Database,
  secret: string,
  number: number,
): ReturnType<JourneyStore['find']> {
  const [found] = await db
    .select({
      row: journeyCalls,
      payer: journeys.payer,
      hasExpired: sql<boolean>`${journeys.expiresAt} <= now()`,
      payment: paidCalls.state,
      isAnswerKept: sql<boolean>`coalesce(${journeyCalls.answerExpiresAt} > now(), false)`,
    })
    .from(journeys)
    .innerJoin(paidCalls, eq(paidCalls.id, journeys.id))
    .innerJoin(journeyCalls, and(eq(journeyCalls.journeyId, journeys.id), eq(journeyCalls.number, number)))
    .where(eq(journeys.secretHash, hashOfSecret(secret)));
  if (!found) return null;
  const { row, isAnswerKept, ...rest } = found;
  const { id, mutation: name, stated, state, requestHash, answer } = row;
  return {
    ...{ id, number: row.number, name, stated, state, requestHash },
    ...rest,
    answer: () => (answer && isAnswerKept ? openJourneyAnswer(secret, id, answer) : null),
  };
}

interface Use {
  runner: number;
  payer: string;
  requestId: string;
  requestHash: string;
  token: ReturnType<typeof tokenRow>;
}

/**
 * Takes a call, and records the token for it. The database alone decides, so all processes agree.
 * @returns the id of the token; `null` if another request has the call
 */
async function takeCall(db: Database, id: string, use: Use): Promise<string | null> {
  const tokenId = randomUUID();
  const { rowCount } = await db.execute(sql`
    with taken as (
      update ${journeyCalls} set state = 'serving', runner = ${use.runner}, token_id = ${tokenId}::uuid, taken_at = now(),
        request_id = ${use.requestId}, request_hash = ${use.requestHash}
      where id = ${id}::uuid and state = 'open'
      returning token_id
    )
    insert into ${serviceTokens} (id, wallet, service_name, auth_method, created_at, expires_at)
    select token_id, ${use.payer}, ${use.token.serviceName}, 'x402', now(), ${use.token.expiresAt.toISOString()}::timestamptz from taken`);
  return rowCount === 1 ? tokenId : null;
}

/** A use of a call: a later one has another token. */
type Held = Parameters<JourneyStore['burn']>[0];

const leaseOfCall = sql`${paidCallLeases} || ${journeyCalls.runner}`;

/**
 * Records that the mutation ran, with its encrypted answer.
 * @returns false if another process burned this call, or can burn it at any time
 */
function keepUse(db: Database, held: Held, upstreamStatus: number, answer: Uint8Array): Promise<boolean> {
  const used = {
    state: 'used',
    upstreamStatus,
    answer,
    answerExpiresAt: sql`now() + interval '10 minutes'`,
  } as const;
  return change(db, held, { ...used, endedAt: sql`now()` }, isLeased(leaseOfCall));
}

/** Gives a call back that did not run. */
function giveBack(db: Database, held: Held, upstreamStatus: number): Promise<boolean> {
  return change(db, held, { state: 'open', upstreamStatus });
}

/** Retries once on a new connection. The statement is idempotent, so a duplicate has no effect. */
async function change(
  db: Database,
  { id, useId }: Held,
  values: Parameters<ReturnType<typeof db.update<typeof journeyCalls>>['set']>[0] & {
    state: 'open' | 'used';
  },
  condition?: SQL,
): Promise<boolean> {
  const isOurs = and(
    eq(journeyCalls.id, id),
    eq(journeyCalls.tokenId, useId),
    inArray(journeyCalls.state, ['serving', values.state]),
    condition,
  );
  const say = async () => db.update(journeyCalls).set(values).where(isOurs);
  const { rowCount } = await say().catch(say);
  return rowCount === 1;
}

/**
 * Burns calls that may or may not have run, and puts another call in the place of each, so that nobody has paid in vain. A call
 * itself runs never again: what is repeated after a lost connection has no second effect.
 */
async function burnCalls(db: Database, which: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with burned as (
      update ${journeyCalls} set state = 'burned', ended_at = now() where state = 'serving' and ${which}
      returning journey_id, number, mutation, stated, attempt
    ), replaced as (
      insert into ${journeyCalls} (id, journey_id, number, mutation, stated, attempt)
      select gen_random_uuid(), journey_id, number + ${REPLACEMENT_OFFSET}::int, mutation, stated, attempt + 1
      from burned where attempt < ${MOST_ATTEMPTS}
    )
    select from burned`);
  return rowCount ?? 0;
}

const burnUse = (db: Database, { id, useId }: Held): Promise<number> =>
  burnCalls(db, sql`id = ${id}::uuid and token_id = ${useId}::uuid`);

/** Burns the calls that processes were serving which are gone. */
export const burnAbandonedCalls = (db: Database, servingSeconds: number): Promise<number> =>
  burnCalls(
    db,
    sql`(${isExpired(leaseOfCall)} or taken_at < now() - make_interval(secs => ${servingSeconds}))`,
  );

/** Deletes answers ten minutes after their calls. */
export async function forgetJourneyAnswers(db: Database): Promise<number> {
  const { rowCount } = await db
    .update(journeyCalls)
    .set({ answer: null })
    .where(sql`${journeyCalls.answer} is not null and ${journeyCalls.answerExpiresAt} < now()`);
  return rowCount ?? 0;
}
