import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { QueryFileChunksArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { files, fileVersions, objectChunks } from '#platform/db/tables/files.ts';
import { oclId, parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({ oclId, ref: z.string(), version: z.int().min(1) });

/** The hashes by which a range of a version is verified; null for an object that did not arrive in parts. */
export async function fileChunks({ db }: RequestContext, args: QueryFileChunksArgs) {
  const { oclId, ref, version } = parseInput(argsSchema, args);
  const [row] = await db
    .select({ hashes: objectChunks.hashes })
    .from(files)
    .innerJoin(fileVersions, and(eq(fileVersions.fileId, files.id), eq(fileVersions.version, version)))
    .innerJoin(objectChunks, eq(objectChunks.objectKey, fileVersions.objectKey))
    .where(and(eq(files.oclId, oclId), eq(files.did, ref)));
  return row ? { chunkLength: CHUNK_BYTES, hashes: Buffer.from(row.hashes).toString('base64') } : null;
}
