import { randomUUID } from 'node:crypto';
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { leases } from './tables/leases.ts';

/** After this time a dead process is replaced, and a process that cannot reach its database has lost the lease. */
const LEASE_MS = 15_000;

export interface Lease extends AsyncDisposable {
  /**
   * Whether the lease is certainly held. The time is counted from before the statement, so it never ends after the
   * expiry in the database.
   */
  isHeld(): boolean;
  /** Aborts when the lease has expired or another process has it. */
  lost: AbortSignal;
}

/**
 * [Note: leases] Takes a lease and renews it until disposal; null while another process holds it. A lease is a row that
 * expires by the clock of the database, so it works through any pooler and on any node, and survives a broken
 * connection. It is renewed five times in its duration. An expired lease is never renewed: from the expiry on, every
 * process treats the holder as gone, and the holder stopped relying on the lease before.
 */
export async function takeLease(
  db: Database,
  name: string,
  leaseMs: number = LEASE_MS,
): Promise<Lease | null> {
  const term = sql`now() + make_interval(secs => ${leaseMs / 1_000})`;
  const holder = randomUUID();
  const lost = new AbortController();
  let heldUntil = performance.now() + leaseMs;
  const taken = await db
    .insert(leases)
    .values({ name, holder, expiresAt: term })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, expiresAt: term },
      setWhere: lte(leases.expiresAt, sql`now()`),
    })
    .returning({ name: leases.name });
  if (taken.length === 0) return null;
  const isOwn = and(eq(leases.name, name), eq(leases.holder, holder));
  const isHeld = () => !lost.signal.aborted && performance.now() < heldUntil;

  const renew = async () => {
    const askedAt = performance.now();
    const { rowCount } = await db
      .update(leases)
      .set({ expiresAt: term })
      .where(and(isOwn, gt(leases.expiresAt, sql`now()`)));
    if (rowCount === 1) heldUntil = askedAt + leaseMs;
    else lost.abort();
  };
  let isRenewing = false;
  const timer = setInterval(() => {
    if (!isHeld()) {
      lost.abort();
      clearInterval(timer);
    } else if (!isRenewing) {
      isRenewing = true;
      // The database may be reachable again before the lease expires.
      void renew()
        .catch(() => {})
        .finally(() => {
          isRenewing = false;
        });
    }
  }, leaseMs / 5).unref();

  return {
    isHeld,
    lost: lost.signal,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      lost.abort();
      // Another holder, because a renewal that began before would find its own row and revive it. A millisecond ago, because the column
      // rounds to milliseconds, also up. If this fails, the lease expires by itself.
      await db
        .update(leases)
        .set({ holder: randomUUID(), expiresAt: sql`now() - interval '1 millisecond'` })
        .where(isOwn)
        .catch(() => {});
    },
  };
}

export function isLeased(name: SQL | string): SQL {
  return sql`exists (select from ${leases} where ${leases.name} = ${name} and ${leases.expiresAt} > now())`;
}

/** Whether the lease was taken and has expired. A lease that was never taken has not expired. */
export function isExpired(name: SQL): SQL {
  return sql`exists (select from ${leases} where ${leases.name} = ${name} and ${leases.expiresAt} <= now())`;
}

/** Removes the leases that expired more than a day ago. */
export async function forgetExpiredLeases(db: Database): Promise<void> {
  await db.delete(leases).where(lte(leases.expiresAt, sql`now() - interval '1 day'`));
}
