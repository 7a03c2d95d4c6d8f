import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, gt, sql } from 'drizzle-orm';
import type { ServiceContext } from '#core/context/context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { type Lease, takeLease } from '#platform/db/lease.ts';
import { leases } from '#platform/db/tables/leases.ts';

/** A lease is named `wraps under <master key> has <names of secrets, the signing one first> <id>`. */
const PREFIX = 'wraps under ';
const RETRY_MS = 3_000;
/** How long a killed process counts. Its renewals are most of what an idle process asks of the database. */
const LEASE_MS = 60_000;

/** Registers the master key with which this process wraps, and the names of its secrets, until disposal. */
export async function announceProcess({
  db,
  kms,
  secrets,
}: Pick<ServiceContext, 'db' | 'kms'> & { secrets: Pick<Secrets, 'secretNames'> }): Promise<AsyncDisposable> {
  const name = `${PREFIX}${kms.keyName} has ${secrets.secretNames.join(',')} ${randomUUID()}`;
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
  const running = await runningProcesses(db);
  return running.map((process) => process.keyName).filter((key) => key !== keyName);
}

/** The number of running processes whose signatures these secrets do not verify, or that do not verify those of the first. */
export async function processesWithOtherSecrets(db: Reader, own: readonly string[]): Promise<number> {
  const [signing = ''] = own;
  const running = await runningProcesses(db);
  return running.filter(
    // A process of an earlier version does not name its secrets.
    ({ secrets: [theirs, ...others] }) =>
      theirs !== undefined && !(own.includes(theirs) && [theirs, ...others].includes(signing)),
  ).length;
}

/** The number of running processes that name their secrets, one that was killed less than a minute ago included. */
export async function countComparable(db: Reader): Promise<number> {
  return (await runningProcesses(db)).filter(({ secrets }) => secrets.length > 0).length;
}

async function runningProcesses(db: Reader): Promise<{ keyName: string; secrets: string[] }[]> {
  const rows = await db
    .select({ name: leases.name })
    .from(leases)
    .where(and(sql`starts_with(${leases.name}, ${PREFIX})`, gt(leases.expiresAt, sql`now()`)));
  return rows.map(({ name }) => {
    const [keyName = '', has, secrets] = name.slice(PREFIX.length).split(' ');
    return { keyName, secrets: has === 'has' && secrets ? secrets.split(',') : [] };
  });
}
