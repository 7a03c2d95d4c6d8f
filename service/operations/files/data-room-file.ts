import { z } from 'zod';
import type { QueryDataRoomFileArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import type { FileWithVersion } from '#core/context/request-loaders.ts';
import { findFileWithVersionEverAt } from '#core/files/file-store.ts';
import { wantedPath } from '#core/files/path.ts';
import { oclId, parseInput } from '#platform/input/input.ts';

/** One file by its path, or by one that it was moved away from; null when there is none. */
export async function dataRoomFile(
  context: RequestContext,
  args: QueryDataRoomFileArgs,
): Promise<FileWithVersion | null> {
  const input = parseInput(z.object({ oclId, path: wantedPath }), args);
  return (await findFileWithVersionEverAt(context.db, input.oclId, input.path)) ?? null;
}
