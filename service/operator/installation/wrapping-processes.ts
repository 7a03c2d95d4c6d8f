import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, gt, sql } from 'drizzle-orm';
import type { ServiceContext } from '#service/context.ts';
import type { Database } from '#service/platform/db/database.ts';
import { type Lease, takeLease } from '#service/platform/db/lease.ts';
import { leases } from '#service/platform/db/tables/leases.ts';

const PREFIX = 'wraps under ';
const RETRY_MS = 3_000;

/** Makes this process, with the master key under which it wraps, known to others while it runs. */
export async function announceWrapping({
  db,
  kms,
}: Pick<ServiceContext, 'db' | 'kms'>): Promise<AsyncDisposable> {
  const name = `${PREFIX}${kms.keyName} ${randomUUID()}`;
  const ending = new AbortController();
  let lease: Lease | null = null;
  const announce = async () => {
    lease = await takeLease(db, name);
    lease?.lost.addEventListener('abort', () => void announceAgain());
  };
  // The database was out of reach for longer than a lease lasts.
  const announceAgain = async () => {
    while (!ending.signal.aborted) {
      const announced = await announce().then(
        () => true,
        () => false,
      );
      if (announced) return;
      await pause(RETRY_MS, undefined, { ref: false });
    }
  };
  await announce();
  return {
    async [Symbol.asyncDispose]() {
      ending.abort();
      await lease?.[Symbol.asyncDispose]();
    },
  };
}

/** The master keys other than `keyName` under which running processes wrap, one for each process. */
export async function wrappersUnderOtherKeys(db: Database, keyName: string): Promise<string[]> {
  const rows = await db
    .select({ name: leases.name })
    .from(leases)
    .where(and(sql`starts_with(${leases.name}, ${PREFIX})`, gt(leases.expiresAt, sql`now()`)));
  const keys = rows.map(({ name }) => name.slice(PREFIX.length).split(' ')[0] ?? '');
  return keys.filter((key) => key !== keyName);
}
