import { nameKey } from '@labroom/protocol/look-alikes';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Reader } from '#platform/db/database.ts';
import { resolvedNames } from '#platform/db/tables/profiles.ts';

/** Wallets that wait for their name. Further ones are not noted; the next read asks again. */
const mostWanted = 10_000;
/** Wallets without a fresh name that one read notes. */
const notedAtOnce = 50;

/** SQL: whether the name may still be shown. */
export const isShownName = sql<boolean>`(${resolvedNames.checkedAt} > now() - interval '2 days')`;
/** SQL: whether the name needs no new look at the chain, or waits for one. */
export const isSettledName = sql<boolean>`(${resolvedNames.wantedAt} is not null
  or coalesce(${resolvedNames.checkedAt} > now() - interval '6 hours', false))`;

/** Notes wallets whose names the worker should read. */
export async function wantNames(db: Database, wallets: readonly string[]): Promise<void> {
  if (wallets.length === 0) return;
  const noted = sql.param(wallets.slice(0, notedAtOnce));
  // In one order, so that two requests for the same wallets do not wait for each other.
  await db.execute(sql`
    insert into resolved_names (wallet, wanted_at, asked_at)
    select wallet, now(), now() from unnest(${noted}::text[]) as wallet
    where not exists (select from resolved_names where wanted_at is not null offset ${mostWanted - 1})
    order by wallet
    on conflict (wallet) do update set wanted_at = now(), asked_at = now() where resolved_names.wanted_at is null`);
}

/** Wallets whose names should be read, the longest waiting first. */
export async function wantedNames(db: Reader, most: number): Promise<string[]> {
  const rows = await db
    .select({ wallet: resolvedNames.wallet })
    .from(resolvedNames)
    .where(isNotNull(resolvedNames.wantedAt))
    .orderBy(resolvedNames.wantedAt)
    .limit(most);
  return rows.map(({ wallet }) => wallet);
}

export async function storeName(db: Database, wallet: string, name: string | null): Promise<void> {
  await db
    .update(resolvedNames)
    .set({ name, nameKey: name && nameKey(name), checkedAt: sql`now()`, wantedAt: null })
    .where(eq(resolvedNames.wallet, wallet));
}

/** Moves a wallet behind the others that wait. */
export async function postponeName(db: Database, wallet: string): Promise<void> {
  await db
    .update(resolvedNames)
    .set({ wantedAt: sql`now()` })
    .where(and(eq(resolvedNames.wallet, wallet), isNotNull(resolvedNames.wantedAt)));
}

/** Forgets wallets without a name after a day, and names that no read showed for a month. */
export async function forgetNames(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from resolved_names where wanted_at is null
      and asked_at < now() - case when name is null then interval '1 day' else interval '30 days' end`);
  return rowCount ?? 0;
}
