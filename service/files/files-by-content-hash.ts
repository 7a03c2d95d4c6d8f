import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { RequestContext } from '../context.ts';
import type { Reader } from '../db/database.ts';
import { files, fileVersions } from '../db/tables/files.ts';
import { parseInput, reasoned } from '../input.ts';
import type { QueryFilesByContentHashArgs } from '../schema.generated.ts';

const atMost = 100;

const hashSchema = z
  .string()
  .regex(/^sha256[:-][0-9a-f]{64}$/i)
  .catch(() => '')
  .refine(
    (value) => value !== '',
    reasoned('INVALID_CONTENT_HASH', 'must be sha256: or sha256- and 64 hex digits'),
  )
  .transform((value) => value.toLowerCase());

export type MatchedVersion = Awaited<ReturnType<typeof findVersionsByHash>>[number];

/** Every version in a data room with this hash: of the stored bytes (`sha256:`) or of a stated plaintext (`sha256-`). */
export async function filesByContentHash({ db }: RequestContext, args: QueryFilesByContentHashArgs) {
  const { contentHash } = parseInput(z.object({ contentHash: hashSchema }), args);
  return findVersionsByHash(db, contentHash);
}

async function findVersionsByHash(db: Reader, contentHash: string) {
  const isStated = contentHash.startsWith('sha256-');
  const rows = await db
    .select({
      oclId: files.oclId,
      did: files.did,
      path: files.path,
      accessLevel: files.accessLevel,
      newest: files.version,
      version: fileVersions.version,
      contentType: fileVersions.contentType,
      createdAt: fileVersions.createdAt,
      changeBy: fileVersions.changeBy,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(
      isStated
        ? // As the index has it.
          sql`${fileVersions.encryption} is not null and ${fileVersions.encryption} ->> 'contentHash' = ${contentHash}`
        : eq(fileVersions.sha256, contentHash.slice('sha256:'.length)),
    )
    .orderBy(asc(fileVersions.createdAt), asc(files.did), asc(fileVersions.version))
    .limit(atMost);
  return rows.map(({ newest, ...row }) => ({
    ...row,
    isNewest: row.version === newest,
    matchedBy: isStated ? ('STATED_PLAINTEXT' as const) : ('STORED_BYTES' as const),
  }));
}
