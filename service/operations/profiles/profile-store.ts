import { and, eq, getTableColumns, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { nameKey } from '#packages/protocol/look-alikes.ts';
import type { ProfileTexts } from '#packages/protocol/profile.ts';
import type { Database, Reader } from '#service/platform/db/database.ts';
import { profiles } from '#service/platform/db/tables/profiles.ts';

type StoredProfile = typeof profiles.$inferSelect;
export type ProfileRow = StoredProfile & {
  name: string;
  nameKey: string;
  signature: string;
  isAmbiguous: boolean;
};

const others = alias(profiles, 'others');

/** The profiles of these wallets, in one statement. Wallets without one are left out. */
export async function profilesOf(db: Reader, wallets: readonly string[]): Promise<ProfileRow[]> {
  if (wallets.length === 0) return [];
  const isAmbiguous = sql<boolean>`exists (${db
    .select({ one: sql`1` })
    .from(others)
    .where(and(eq(others.nameKey, profiles.nameKey), ne(others.wallet, profiles.wallet)))})`;
  const rows = await db
    .select({ ...getTableColumns(profiles), isAmbiguous })
    .from(profiles)
    .where(and(sql`${profiles.wallet} = any(${sql.param([...wallets])})`, isNotNull(profiles.name)));
  // A row with a name has all of these.
  return rows as ProfileRow[];
}

interface SignedProfile {
  wallet: string;
  /** `null` deletes the profile. */
  texts: ProfileTexts | null;
  signature: string;
  issuedAt: Date;
}

/**
 * Replaces the profile of a wallet. Of several messages at once, the latest wins.
 * @returns whether the message was later than the last one
 */
export async function writeProfile(db: Database, signed: SignedProfile): Promise<boolean> {
  const { wallet, texts, issuedAt } = signed;
  const none = { name: null, orcid: null, affiliation: null, website: null };
  const values = {
    ...(texts ?? none),
    nameKey: texts && nameKey(texts.name),
    signature: texts && signed.signature,
    issuedAt,
  };
  const written = await db
    .insert(profiles)
    .values({ wallet, ...values })
    .onConflictDoUpdate({ target: profiles.wallet, set: values, setWhere: lt(profiles.issuedAt, issuedAt) })
    .returning({ wallet: profiles.wallet });
  return written.length > 0;
}
