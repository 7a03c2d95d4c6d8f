import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, gt, sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { Database } from '#platform/db/database.ts';
import { type Lease, takeLease } from '#platform/db/lease.ts';
import { leases } from '#platform/db/tables/leases.ts';

const PREFIX = 'wraps under ';
const RETRY_MS = 3_000;
/** How long a killed process counts. Its renewals are most of what an idle process asks of the database. */
const LEASE_MS = 60_000;

/** Registers the master key with which this process wraps, until disposal. */
export async function announceWrapping({
  db,
  kms,
}: Pick<ServiceContext, 'db' | 'kms'>): Promise<AsyncDisposable> {
  const name = `${PREFIX}${kms.keyName} ${randomUUID()}`;
  const ending = new AbortController();
  let lease: Lease | null = null;
  const announce = async () => {
    lease = await takeLease(db, name, LEASE_MS);
    lease?.lost.addEventListener('abort', () => void announceAgain());
  };
  // Takes the lease again after the database was unreachable for longer than a lease lasts.
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

/** Returns the master keys other than `keyName` with which running processes wrap, one entry per process. */
export async function wrappersUnderOtherKeys(db: Database, keyName: string): Promise<string[]> {
  const rows = await db
    .select({ name: leases.name })
    .from(leases)
    .where(and(sql`starts_with(${leases.name}, ${PREFIX})`, gt(leases.expiresAt, sql`now()`)));
  const keys = rows.map(({ name }) => name.slice(PREFIX.length).split(' ')[0] ?? '');
  return keys.filter((key) => key !== keyName);
}
