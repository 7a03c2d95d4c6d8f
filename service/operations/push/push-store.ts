import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { endpointsOf } from '#core/notices/notice-channels.ts';
import type { Database } from '#platform/db/database.ts';
import { pushSubscriptions } from '#platform/db/tables/push.ts';

/** Browsers of one wallet. A further one replaces the oldest, because browsers forget subscriptions silently. */
const most = 10;

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Adds a browser. A browser shows the notices of one wallet, the last that added it. */
export function writePush(db: Database, wallet: string, subscription: Subscription): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('push ' || ${wallet}, 0))`);
    // What waits for another wallet is deleted with its row.
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, subscription.endpoint));
    const known = await endpointsOf(tx, wallet);
    const oldest = known.slice(0, Math.max(0, known.length - most + 1));
    if (oldest.length > 0)
      await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.endpoint, oldest));
    await tx.insert(pushSubscriptions).values({ id: randomUUID(), wallet, ...subscription });
  });
}

/** Removes a browser of the wallet. Succeeds where there is none. */
export async function deletePush(db: Database, wallet: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.wallet, wallet), eq(pushSubscriptions.endpoint, endpoint)));
}
