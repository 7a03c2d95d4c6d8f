import { storedHash } from '@labroom/protocol/content-hash';
import { and, count, eq, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { QueryEncryptedVersionsArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { dataKeys, files, fileVersions } from '#platform/db/tables/files.ts';
import { keyReleases } from '#platform/db/tables/key-releases.ts';
import { oclId, parseInput, walletAddress } from '#platform/input/input.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';

const argsSchema = z.object({
  oclId,
  wallet: walletAddress.nullish(),
  keyIssuedBefore: z.date().nullish(),
});

/** The encrypted versions of a lab by the age of their keys, to renew these, for its owner alone. */
export async function encryptedVersions(context: RequestContext, args: QueryEncryptedVersionsArgs) {
  const { oclId, wallet, keyIssuedBefore } = parseInput(argsSchema, {
    ...args,
    keyIssuedBefore: args.keyIssuedBefore && new Date(args.keyIssuedBefore),
  });
  const { lab } = await requireRight(context, 'encryptedVersions', oclId);
  const paging = clampPage(args, { default: 100, max: 1_000 });
  // Restored versions have the key of the version that they repeat.
  const where = and(
    eq(files.oclId, lab.oclId),
    isNull(fileVersions.restoredFrom),
    keyIssuedBefore ? lt(dataKeys.issuedAt, keyIssuedBefore) : undefined,
  );
  const withKey = and(eq(dataKeys.boundFileId, files.id), eq(dataKeys.boundVersion, fileVersions.version));
  const releasedAt = sql<Date | null>`(select max(${keyReleases.at}) from ${keyReleases}
    where ${keyReleases.oclId} = ${lab.oclId} and ${keyReleases.fileDid} = ${files.did}
      and ${keyReleases.version} = ${fileVersions.version} and ${keyReleases.outcome} = 'released'
      and ${keyReleases.wallet} = ${wallet ?? ''})`.mapWith(keyReleases.at);
  const rows = await context.db
    .select({
      did: files.did,
      path: files.path,
      version: fileVersions.version,
      accessLevel: fileVersions.accessLevel,
      sha256: fileVersions.sha256,
      contentLength: fileVersions.contentLength,
      keyIssuedAt: dataKeys.issuedAt,
      releasedAt,
    })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.fileId, files.id))
    .innerJoin(dataKeys, withKey)
    .where(where)
    .orderBy(dataKeys.issuedAt, files.id, fileVersions.version)
    .limit(paging.perPage)
    .offset(paging.page * paging.perPage);
  const [total] = await context.db
    .select({ count: count() })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.fileId, files.id))
    .innerJoin(dataKeys, withKey)
    .where(where);
  const totalCount = total?.count ?? 0;
  const nodes = rows.map(({ sha256, contentLength, ...row }) => ({
    ...row,
    contentHash: storedHash(sha256),
    contentLength: String(contentLength),
  }));
  return { nodes, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}
