import { asc, eq } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { mailAddresses } from '#platform/db/tables/mail.ts';
import { pushSubscriptions } from '#platform/db/tables/push.ts';

export type MailAddressRow = typeof mailAddresses.$inferSelect;

/** The address of a wallet; `null` if there is none, or the time to confirm it is over. */
export async function mailOf(db: Reader, wallet: string): Promise<MailAddressRow | null> {
  const [row] = await db.select().from(mailAddresses).where(eq(mailAddresses.wallet, wallet));
  return row && (row.confirmedAt || row.confirmBy > new Date()) ? row : null;
}

/** Endpoints of the browsers that show notices of a wallet, oldest first. */
export async function endpointsOf(db: Reader, wallet: string): Promise<string[]> {
  const rows = await db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.wallet, wallet))
    .orderBy(asc(pushSubscriptions.createdAt));
  return rows.map(({ endpoint }) => endpoint);
}
