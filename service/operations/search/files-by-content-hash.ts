import { type ContentHash, parseContentHash, plaintextHash } from '@labroom/protocol/content-hash';
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { chainUnavailable } from '#chain/call-failure.ts';
import type { FileMatchKind, QueryFilesByContentHashArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { isOfListedLab } from '#core/feed/feed-marks.ts';
import { eventsOfWallet } from '#core/feed/on-chain-activity-store.ts';
import { conditionSetsOf, lookupConditions } from '#core/keys/condition-sets.ts';
import { PREDICATES_PER_REQUEST } from '#core/keys/open-conditions.ts';
import { labsOfWallet } from '#core/members/members-of-wallet.ts';
import { provedWallet } from '#core/rights/authorize.ts';
import type { Reader } from '#platform/db/database.ts';
import { files, fileVersions } from '#platform/db/tables/files.ts';
import { keyReleases } from '#platform/db/tables/key-releases.ts';
import { oclId, parseInput, reasoned } from '#platform/input/input.ts';

const atMost = 100;
/** Number of the wallet's latest events that are searched for labs connected to it. */
const EVENTS = 200;

const hashSchema = z
  .unknown()
  .transform((value) => (typeof value === 'string' ? parseContentHash(value) : null))
  .pipe(
    z.custom<ContentHash>(
      (hash) => hash !== null,
      reasoned('INVALID_CONTENT_HASH', 'must be sha256: or sha256- and 64 hex digits'),
    ),
  );

export type MatchedVersion = Awaited<ReturnType<typeof findVersions>>[number];

const argsSchema = z.object({ contentHash: hashSchema, oclId: oclId.nullish() });

/**
 * Versions with this hash: of the stored bytes (`sha256:`), public, or of ciphertext that was replaced; or of a stated
 * plaintext (`sha256-`), only versions that the caller can open.
 *
 * [Note: lookups that confirm no guess] The evaluated conditions depend on the caller and never on the hash, so
 * neither the result nor its timing reveals whether a version that the caller cannot open has this hash.
 */
export async function filesByContentHash(context: RequestContext, args: QueryFilesByContentHashArgs) {
  const { contentHash, oclId: lab } = parseInput(argsSchema, args);
  // Whoever names the lab has a link to it; a search of all labs does not find what the operator hid.
  const inLab = lab ? eq(files.oclId, lab) : sql`not ${files.isHidden} and ${isOfListedLab}`;
  if (contentHash.of === 'stored bytes') {
    const hasBytes = eq(fileVersions.sha256, contentHash.hex);
    const found = await findVersions(context.db, and(hasBytes, inLab), 'STORED_BYTES');
    if (found.length > 0) return found;
    const hadBytes = sql`${fileVersions.formerAccess} @> ${JSON.stringify([{ sha256: contentHash.hex }])}::jsonb`;
    return findVersions(context.db, and(hadBytes, inLab), 'FORMER_BYTES');
  }
  const openSets = await setsOpenTo(context, lab ?? undefined);
  if (openSets.length === 0) return [];
  const { encryption } = fileVersions;
  // Written like the expression of the index.
  const hasPlaintext = sql`${encryption} is not null and ${encryption} ->> 'contentHash' = ${plaintextHash(contentHash.hex)}`;
  const mayOpen = inArray(lookupConditions(encryption), openSets);
  return findVersions(context.db, and(hasPlaintext, mayOpen, inLab), 'STATED_PLAINTEXT');
}

/** The condition sets that the caller meets now, of one lab or of the labs connected to the caller. */
async function setsOpenTo(context: RequestContext, lab: string | undefined): Promise<string[]> {
  const wallet = await provedWallet(context);
  if (!wallet) return [];
  const labs = lab ? [lab] : await labsConnectedTo(context, wallet);
  const sets = await conditionSetsOf(context.db, labs, PREDICATES_PER_REQUEST);
  const states = await context.loaders.openConditions.loadMany(sets);
  // One hostile contract must not hide other results, and an unreachable chain must not look like "no match".
  if (sets.length > 0 && states.every((state) => state === 'unknown')) throw chainUnavailable(undefined);
  return sets.filter((_, index) => states[index] === 'met');
}

/** Labs where the wallet has a role, requested a key, or appears in recent events (e.g. a transfer of the token). */
async function labsConnectedTo(context: RequestContext, wallet: string): Promise<string[]> {
  const { db, chain } = context;
  const [roles, asked, events] = await Promise.all([
    labsOfWallet(context, wallet),
    labsWithKeysFor(db, wallet),
    eventsOfWallet(db, { wallet, chainId: chain.chainId, before: undefined, limit: EVENTS }),
  ]);
  const named = events.flatMap(({ oclId }) => oclId ?? []);
  return [...new Set([...roles, ...asked, ...named])];
}

async function findVersions(db: Reader, where: SQL | undefined, matchedBy: FileMatchKind) {
  const rows = await db
    .select({
      oclId: files.oclId,
      did: files.did,
      path: files.path,
      accessLevel: fileVersions.accessLevel,
      newest: files.version,
      version: fileVersions.version,
      contentType: fileVersions.contentType,
      createdAt: fileVersions.createdAt,
      changeBy: fileVersions.changeBy,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(where)
    .orderBy(asc(fileVersions.createdAt), asc(files.did), asc(fileVersions.version))
    .limit(atMost);
  return rows.map(({ newest, ...row }) => ({
    ...row,
    isNewest: row.version === newest,
    matchedBy,
  }));
}

/** Labs whose keys a wallet requested recently, with any outcome. */
async function labsWithKeysFor(db: Reader, wallet: string): Promise<string[]> {
  const latest = db
    .select({ oclId: keyReleases.oclId })
    .from(keyReleases)
    .where(eq(keyReleases.wallet, wallet))
    .orderBy(desc(keyReleases.id))
    .limit(200)
    .as('latest');
  const rows = await db.selectDistinct({ oclId: latest.oclId }).from(latest);
  return rows.map(({ oclId }) => oclId);
}
