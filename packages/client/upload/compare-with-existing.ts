import { parseContentHash } from '@labroom/protocol/content-hash';
import { LabroomError, SessionEndedError } from '../api/api-failure.ts';
import { TAG_BYTES } from '../crypto/primitives/gcm-lengths.ts';
import type { ExistingFile, QueuePorts } from './upload-ports.ts';

export interface ComparePorts {
  api: Pick<QueuePorts['api'], 'findFile' | 'plaintextHash'>;
  crypto: Pick<QueuePorts['crypto'], 'hash'>;
}

/** Number of bytes that the storage holds of a file with this access. */
export function storedSize(size: number, accessLevel: string): number {
  return accessLevel === 'PUBLIC' ? size : size + TAG_BYTES;
}

/** A first check by size, without reading the file. */
export function mayBeIdentical(file: Pick<File, 'size'>, existing: ExistingFile): boolean {
  return storedSize(file.size, existing.accessLevel) === Number(existing.contentLength);
}

/**
 * Whether a file equals the newest version at its path, byte for byte. A version that the user may not open is never
 * equal. Errors: `CryptoError`.
 */
export async function isIdentical(
  { api, crypto }: ComparePorts,
  file: File,
  place: { oclId: string; path: string; existing: ExistingFile },
  signal: AbortSignal,
): Promise<boolean> {
  const { oclId, path, existing } = place;
  const theirs =
    existing.accessLevel === 'PUBLIC'
      ? (existing.contentHash ?? (await api.findFile(oclId, path).catch(ignoreFailure))?.contentHash)
      : await api.plaintextHash(oclId, path, existing.version).catch(ignoreFailure);
  return theirs ? parseContentHash(theirs)?.hex === (await crypto.hash(file, { signal })) : false;
}

function ignoreFailure(error: unknown): null {
  if (error instanceof LabroomError && !(error instanceof SessionEndedError)) return null;
  throw error;
}
