import { z } from 'zod';
import type { QueryLabWithDataRoomAndFilesArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { findLabByShortname } from '#core/labs/lab-rows.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput, parseOclId } from '#platform/input/input.ts';
import { findLabWithFiles, type LabWithFiles, type WantedFiles } from './lab-with-files.ts';

const byShortname = z.object({ shortname: z.string() });

/**
 * One lab, by exactly one of its names; null when there is none.
 * @param wanted the first page of files, to be read with the lab that an `oclId` names
 */
export async function labWithDataRoomAndFiles(
  context: RequestContext,
  args: QueryLabWithDataRoomAndFilesArgs,
  wanted: WantedFiles | null,
): Promise<LabWithFiles | null> {
  if ((args.oclId == null) === (args.shortname == null)) {
    throw new ServiceError('INVALID_INPUT', 'Pass exactly one of oclId and shortname.', {
      details: { argument: args.oclId == null ? 'oclId' : 'shortname' },
    });
  }
  const lab =
    args.oclId != null
      ? await findLabWithFiles(context.db, parseOclId({ oclId: args.oclId }), wanted)
      : await findLabByShortname(context.db, parseInput(byShortname, args).shortname);
  return lab ?? null;
}
