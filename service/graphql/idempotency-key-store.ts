import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.ts';
import { isLeased } from '../platform/db/lease.ts';
import { idempotencyKeys } from '../platform/db/tables/idempotency-keys.ts';

/** How long a key is known, and how many of one caller are (docs/specification/wire.md#idempotency-key). */
const KEPT_HOURS = 24;
const mostKeysOfCaller = 10_000;

/** How the names of the leases of processes that run keyed mutations begin. */
export const keyedMutationLeases = 'mutations of runner ';

export interface KnownKey {
  /** Keyed hash of the request that was sent first. */
  request: Uint8Array;
  answer: Uint8Array | null;
  isRunning: boolean;
}

const isOld = sql`${idempotencyKeys.createdAt} <= now() - make_interval(hours => ${KEPT_HOURS})`;

/** Claims a key for one run. Of concurrent claims, in any number of processes, one gets it: the others return false. */
export async function claimKey(
  db: Database,
  claim: { id: Uint8Array; caller: Uint8Array; request: Uint8Array; runner: number },
): Promise<boolean> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: { ...claim, answer: null, createdAt: sql`now()` },
      setWhere: isOld,
    })
    .returning({ id: idempotencyKeys.id });
  return claimed.length > 0;
}

export async function findKey(db: Database, id: Uint8Array): Promise<KnownKey | undefined> {
  const [known] = await db
    .select({
      request: idempotencyKeys.request,
      answer: idempotencyKeys.answer,
      isRunning: isLeased(sql`${keyedMutationLeases} || ${idempotencyKeys.runner}`).mapWith(Boolean),
    })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, id));
  return known;
}

/** @param answer `null` if it is too large to keep */
export async function keepAnswer(
  db: Database,
  { id, runner, answer }: { id: Uint8Array; runner: number; answer: Uint8Array | null },
): Promise<void> {
  await db.update(idempotencyKeys).set({ answer, runner: null }).where(ofRun(id, runner));
}

/** Frees the key of a mutation that did nothing. */
export async function freeKey(
  db: Database,
  { id, runner }: { id: Uint8Array; runner: number },
): Promise<void> {
  await db.delete(idempotencyKeys).where(ofRun(id, runner));
}

const ofRun = (id: Uint8Array, runner: number) =>
  and(eq(idempotencyKeys.id, id), eq(idempotencyKeys.runner, runner));

/** Deletes old keys, and of each caller all but the newest. Returns how many. */
export async function forgetKeys(db: Database, most = mostKeysOfCaller): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${idempotencyKeys} where ${isOld} or id in (
      select id from (
        select id, row_number() over (partition by caller order by created_at desc) as place from ${idempotencyKeys}
      ) as placed where place > ${most}
    )`);
  return rowCount ?? 0;
}
