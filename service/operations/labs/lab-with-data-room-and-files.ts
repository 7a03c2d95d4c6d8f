import { z } from 'zod';
import type { RequestContext } from '#service/context.ts';
import { ServiceError } from '#service/platform/errors.ts';
import { parseInput, parseOclId } from '#service/platform/input.ts';
import type { QueryLabWithDataRoomAndFilesArgs } from '#service/schema.generated.ts';
import { findLab, findLabByShortname, type LabRow } from './lab-store.ts';

const byShortname = z.object({ shortname: z.string() });

/** One lab, by exactly one of its names; null when there is none. */
export async function labWithDataRoomAndFiles(
  context: RequestContext,
  args: QueryLabWithDataRoomAndFilesArgs,
): Promise<LabRow | null> {
  if ((args.oclId == null) === (args.shortname == null)) {
    throw new ServiceError('INVALID_INPUT', 'Pass exactly one of oclId and shortname.', {
      details: { argument: args.oclId == null ? 'oclId' : 'shortname' },
    });
  }
  const lab =
    args.oclId != null
      ? await findLab(context.db, parseOclId({ oclId: args.oclId }))
      : await findLabByShortname(context.db, parseInput(byShortname, args).shortname);
  return lab ?? null;
}
