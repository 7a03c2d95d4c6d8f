import { LabroomError } from '@labroom/client/api-failure';
import type { QueuePorts } from '@labroom/client/upload/upload-ports';
import type { Job } from './queue-jobs.ts';
import type { UploadSettings } from './upload-item.ts';

/**
 * Asks for the access of a file just before it gets a new version, which has the same conditions. Rejects with a `LabroomError`
 * if the file is gone, or if other people can open it than when the user decided.
 */
export async function readKeptAccess(
  api: Pick<QueuePorts['api'], 'findFile'>,
  { item, target, settings }: Pick<Job, 'item' | 'target' | 'settings'>,
): Promise<UploadSettings['access']> {
  const found = await api.findFile(item.lab.oclId, item.path);
  const isSame = 'ref' in target && found?.did === target.ref && found.accessLevel === item.access;
  const { level } = settings.access;
  if (isSame && level === 'PUBLIC') return { level };
  const conditions = found?.encryptionMetadata?.accessControlConditions;
  if (isSame && level !== 'PUBLIC' && conditions !== undefined) return { level, conditions };
  const message = 'The file was moved or deleted, or its access was changed. Choose it again.';
  throw new LabroomError({ code: 'CONFLICT', message });
}
