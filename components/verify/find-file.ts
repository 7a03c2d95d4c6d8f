import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import { type FileMatchFieldsFragment, FilesByContentHashDocument } from '@labroom/client/documents';
import { callApi } from '#lib/api/browser.ts';

export interface FoundFile {
  /** SHA-256, lowercase hex. */
  hash: string;
  /**
   * Versions with these bytes, and encrypted versions that the user may open whose declared plaintext hash is this one.
   */
  matches: FileMatchFieldsFragment[];
}

/** The API's maximum size of an upload. */
const MAX_BYTES = 2_147_483_647;

/**
 * Hashes a file in the worker and finds the data rooms that have it. Errors: `CryptoError`; `LabroomError`; `Error` for
 * a file that is too large for any data room.
 */
export async function findFile(file: File): Promise<FoundFile> {
  if (file.size > MAX_BYTES) throw new Error('The file is larger than 2 GiB, the limit of a data room.');
  const hash = await fileCrypto.hash(file);
  const { stored, plaintext } = await callApi(FilesByContentHashDocument, {
    stored: `sha256:${hash}`,
    plaintext: `sha256-${hash}`,
  });
  return { hash, matches: [...stored, ...plaintext] };
}
