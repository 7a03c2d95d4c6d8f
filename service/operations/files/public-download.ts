import { z } from 'zod';
import type { RequestContext } from '#core/context/context.ts';
import { downloadUrl } from '#core/files/download-url.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { findFileEverAt, findVersion } from '#core/files/file-store.ts';
import { wantedPath } from '#core/files/path.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({ oclId, path: wantedPath, version: z.int().min(1).optional() });

/**
 * A URL of the bytes of a public version, by default of the newest one. Anyone may ask; encrypted versions are refused.
 * @throws ServiceError `NOT_FOUND`, reason `FILE_NOT_FOUND`; `UNAUTHORIZED`, reason `ACCESS_CONDITIONS_NOT_MET`
 */
export async function publicDownload(
  context: Pick<RequestContext, 'config' | 'db' | 'startedAt' | 'storage'>,
  args: object,
): Promise<string> {
  const { file, version } = await findPublicVersion(context, args);
  return downloadUrl(context, version, file.path);
}

/** A public version with its file; refuses as `publicDownload`. */
export async function findPublicVersion(context: Pick<RequestContext, 'db'>, args: object) {
  const input = parseInput(argsSchema, args);
  const file = await findFileEverAt(context.db, input.oclId, input.path);
  const version = file && (await findVersion(context.db, file.id, input.version ?? file.version));
  if (!file || !version) throw fileNotFound();
  if (version.accessLevel !== 'PUBLIC')
    throw new ServiceError(
      'UNAUTHORIZED',
      'This version is encrypted. decryptDataKey returns its key and a URL to wallets that meet its access conditions.',
      { reason: 'ACCESS_CONDITIONS_NOT_MET' },
    );
  return { file, version };
}
