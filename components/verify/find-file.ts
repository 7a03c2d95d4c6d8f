import { callApi } from '#lib/api/browser.ts';
import { fileCrypto } from '#packages/client/crypto/crypto-api.ts';
import {
  type FileMatchFieldsFragment,
  FilesByContentHashDocument,
} from '#packages/client/documents.generated.ts';

export interface FoundFile {
  /** SHA-256, lowercase hex. */
  hash: string;
  /** Versions in data rooms with these bytes, or, of those the person may open, with this plaintext as stated. */
  matches: FileMatchFieldsFragment[];
}

/** What an upload may have at most, by the API. */
const MAX_BYTES = 2_147_483_647;

/**
 * Hashes a file in the worker and asks which data rooms have it. Errors: `CryptoError`; `LabroomError`; an `Error` for a
 * file that no data room can have.
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
