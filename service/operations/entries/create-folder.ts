import { pathSkeleton } from '@labroom/protocol/look-alikes';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationCreateFolderArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { pathOccupiedBy } from '#core/files/file-errors.ts';
import { newEntryPath, withoutSlash } from '#core/files/path.ts';
import { addSkeletons, mustLookDistinct } from '#core/files/path-conflicts.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { folders } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { isTaken } from './destinations.ts';

/** Folders of a lab that exist without files. */
const mostFolders = 5_000;

/** Creates a folder that exists without files. */
export async function createFolder(context: RequestContext, args: MutationCreateFolderArgs) {
  const input = parseInput(z.object({ oclId, path: newEntryPath }), args);
  const { wallet, lab } = await requireRight(context, 'createFolder', input.oclId);
  const target = withoutSlash(input.path);
  const path = `${target}/`;
  await addSkeletons(context.db, lab.oclId);

  await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    for (const folder of [true, false])
      if (await isTaken(tx, lab.oclId, [{ target, folder }])) throw pathOccupiedBy(folder ? path : target);
    if ((await tx.$count(folders, eq(folders.oclId, lab.oclId))) >= mostFolders) throw tooManyFolders();
    await mustLookDistinct(tx, lab.oclId, target);
    const row = { oclId: lab.oclId, path, pathSkeleton: `${pathSkeleton(target)}/`, createdBy: wallet };
    await tx.insert(folders).values(row);
  });
  return { path, message: 'Folder created.' };
}

function tooManyFolders(): ServiceError {
  const message = `The data room has ${mostFolders} empty folders. Delete some of them.`;
  return new ServiceError('FAILED_PRECONDITION', message, {
    reason: 'QUOTA_EXCEEDED',
    details: { limit: mostFolders },
  });
}
