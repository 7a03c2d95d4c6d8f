import { z } from 'zod';
import type { QueryDataRoomFileArgs } from '#service/contract/schema.generated.ts';
import type { RequestContext } from '#service/core/context/context.ts';
import type { FileWithVersion } from '#service/core/context/request-loaders.ts';
import { findFileWithVersionEverAt } from '#service/core/files/file-store.ts';
import { wantedPath } from '#service/core/files/path.ts';
import { oclId, parseInput } from '#service/platform/input/input.ts';

/** One file by its path, or by one that it was moved away from; null when there is none. */
export async function dataRoomFile(
  context: RequestContext,
  args: QueryDataRoomFileArgs,
): Promise<FileWithVersion | null> {
  const input = parseInput(z.object({ oclId, path: wantedPath }), args);
  return (await findFileWithVersionEverAt(context.db, input.oclId, input.path)) ?? null;
}
