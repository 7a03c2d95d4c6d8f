import { nameKey } from '@labroom/protocol/look-alikes';
import type { ProfileTexts } from '@labroom/protocol/profile';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { NameSource } from '#chain/name-source.ts';
import type { ProfileRow } from '#core/context/request-loaders.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { resealed } from '#platform/db/tables/columns.ts';
import { objectDeletions } from '#platform/db/tables/files.ts';
import { profiles, resolvedNames } from '#platform/db/tables/profiles.ts';
import { isSettledName, isShownName, wantNames } from './resolved-name-store.ts';
import { claimsMore } from './stored-names.ts';

/** SQL: whether another wallet has a self-given or a resolved name with one of the keys of this one. */
const isAmbiguous = sql<boolean>`(
  exists (select from profiles as other where other.wallet <> wanted.wallet
    and other.name_key in (${profiles.nameKey}, ${resolvedNames.nameKey}))
  or exists (select from resolved_names as other where other.wallet <> wanted.wallet
    and other.name_key in (${profiles.nameKey}, ${resolvedNames.nameKey})))`;

interface ProfileReader {
  config: Pick<Config, 'http'>;
  db: Database;
  names: readonly NameSource[];
  log: FastifyBaseLogger;
}

/**
 * The profiles of these wallets, in one statement. Wallets with neither a signed profile nor a resolved name are left out.
 * A name that was not read lately is noted for the worker; no read waits for the chain.
 */
export async function profilesOf(
  { config, db, names, log }: ProfileReader,
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
      picture: profiles.picture,
      pictureSha256: profiles.pictureSha256,
      signature: profiles.signature,
      issuedAt: profiles.issuedAt,
      isAmbiguous,
      resolvedName: resolvedNames.name,
      resolvedNameCheckedAt: resolvedNames.checkedAt,
      hidden: sql<{ reason: string; at: string } | null>`(select json_build_object('reason', reason, 'at',
        to_char(hidden_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from hides where kind = 'PROFILE' and subject = wanted.wallet and shown_at is null)`,
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
  return rows.flatMap(({ isShown, isSettled: _, picture: key, ...row }) => {
    const picture = key && `${config.http.publicUrl}/${key}`;
    // A name from before its rules would read as a checked one, so the address is shown.
    const name = row.name && claimsMore(row.name, 'person') ? null : row.name;
    if (isShown && row.resolvedName) return { ...row, name, picture };
    return name ? { ...row, picture, resolvedName: null, resolvedNameCheckedAt: null } : [];
  });
}

interface SignedProfile {
  wallet: string;
  /** `null` deletes the profile. */
  texts: ProfileTexts | null;
  signature: string;
  issuedAt: Date;
  /** Key of the picture that was stored for it; `null` keeps the former one if its hash is signed again. */
  newPicture: string | null;
}

/** Open pages can still show the former picture. */
const retireAfter = sql`now() + interval '1 day'`;

/**
 * Replaces the profile of a wallet, and queues a picture that is no longer shown for deletion. Of several messages at once,
 * the latest wins.
 * @returns `USED` if the message is not later than the last one, `NO_PICTURE` if the picture that it names is not here
 */
export function writeProfile(
  db: Database,
  signed: SignedProfile,
): Promise<'WRITTEN' | 'USED' | 'NO_PICTURE'> {
  const { wallet, texts, issuedAt, newPicture } = signed;
  return db.transaction(async (tx) => {
    // The row may not exist yet, so a lock of its own keeps the writers of a wallet apart.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('profile ' || ${wallet}::text, 0))`);
    const [former] = await tx.select().from(profiles).where(eq(profiles.wallet, wallet));
    if (former && former.issuedAt >= issuedAt) return 'USED';
    const isKept = !newPicture && !!texts?.pictureSha256 && former?.pictureSha256 === texts.pictureSha256;
    if (texts?.pictureSha256 && !newPicture && !isKept) return 'NO_PICTURE';
    const picture = isKept ? former.picture : newPicture;
    const none = { name: null, orcid: null, affiliation: null, website: null, pictureSha256: null };
    const values = {
      ...(texts ?? none),
      nameKey: texts && nameKey(texts.name),
      picture,
      signature: texts && signed.signature,
      issuedAt,
    };
    await tx
      .insert(profiles)
      .values({ wallet, ...values })
      .onConflictDoUpdate({ target: profiles.wallet, set: { ...values, ...resealed } });
    if (newPicture) await tx.delete(objectDeletions).where(eq(objectDeletions.objectKey, newPicture));
    if (former?.picture && !isKept)
      await tx.insert(objectDeletions).values({ objectKey: former.picture, dueAt: retireAfter });
    return 'WRITTEN';
  });
}
