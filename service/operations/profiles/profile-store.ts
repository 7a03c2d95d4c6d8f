import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { nameKey } from '#packages/protocol/look-alikes.ts';
import type { ProfileTexts } from '#packages/protocol/profile.ts';
import type { NameSource } from '#service/chain/names.ts';
import type { Database } from '#service/platform/db/database.ts';
import { profiles, resolvedNames } from '#service/platform/db/tables/profiles.ts';
import { isSettledName, isShownName, wantNames } from './resolved-name-store.ts';

/** What a wallet signed, all `null` if nothing, and its resolved name, `null` without one. */
export interface ProfileRow extends Omit<typeof profiles.$inferSelect, 'issuedAt'> {
  issuedAt: Date | null;
  isAmbiguous: boolean;
  resolvedName: string | null;
  resolvedNameCheckedAt: Date | null;
}

/** SQL: whether another wallet has a self-given or a resolved name with one of the keys of this one. */
const isAmbiguous = sql<boolean>`(
  exists (select from profiles as other where other.wallet <> wanted.wallet
    and other.name_key in (${profiles.nameKey}, ${resolvedNames.nameKey}))
  or exists (select from resolved_names as other where other.wallet <> wanted.wallet
    and other.name_key in (${profiles.nameKey}, ${resolvedNames.nameKey})))`;

/**
 * The profiles of these wallets, in one statement. Wallets with neither a signed profile nor a resolved name are left out.
 * A name that was not read lately is noted for the worker; no read waits for the chain.
 */
export async function profilesOf(
  { db, names, log }: { db: Database; names: readonly NameSource[]; log: FastifyBaseLogger },
  wallets: readonly string[],
): Promise<ProfileRow[]> {
  if (wallets.length === 0) return [];
  const hasSources = names.length > 0;
  const rows = await db
    .select({
      wallet: sql<string>`wanted.wallet`,
      name: profiles.name,
      nameKey: profiles.nameKey,
      orcid: profiles.orcid,
      affiliation: profiles.affiliation,
      website: profiles.website,
      signature: profiles.signature,
      issuedAt: profiles.issuedAt,
      isAmbiguous,
      resolvedName: resolvedNames.name,
      resolvedNameCheckedAt: resolvedNames.checkedAt,
      isShown: isShownName,
      isSettled: isSettledName,
    })
    .from(sql`unnest(${sql.param([...wallets])}::text[]) as wanted(wallet)`)
    .leftJoin(profiles, and(eq(profiles.wallet, sql`wanted.wallet`), isNotNull(profiles.name)))
    .leftJoin(resolvedNames, and(eq(resolvedNames.wallet, sql`wanted.wallet`), sql`${hasSources}`));
  if (hasSources) {
    const unsettled = rows.filter((row) => !row.isSettled).map(({ wallet }) => wallet);
    await wantNames(db, unsettled).catch((error: unknown) => log.warn({ err: error }, 'names not noted'));
  }
  return rows.flatMap(({ isShown, isSettled: _, ...row }) => {
    if (isShown && row.resolvedName) return row;
    return row.name ? { ...row, resolvedName: null, resolvedNameCheckedAt: null } : [];
  });
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
