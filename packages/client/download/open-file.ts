import { CryptoError } from '../crypto/primitives/crypto-error.ts';
import type { DownloadPorts, FileVersion } from './download-ports.ts';

interface OpenOptions {
  signal: AbortSignal;
  onBytes?: ((bytes: number) => void) | undefined;
}

export interface OpenedFile {
  body: Blob;
  /** SHA-256 of `body`, lowercase hex. */
  sha256: string;
}

/**
 * The content of a version: gets the key if it is encrypted, downloads, decrypts, and verifies the hashes. The key
 * comes first, so that a denial is reported before anything is downloaded. The plaintext hash is returned with the key,
 * because it is not public. Errors: `LabroomError` of `decryptDataKey`, `CryptoError`.
 */
export async function openFile(
  ports: DownloadPorts,
  oclId: string,
  file: FileVersion,
  { signal, onBytes }: OpenOptions,
): Promise<OpenedFile> {
  const { did: ref, version, encryption } = file;
  const released = encryption && (await ports.api.decryptDataKey({ oclId, ref, version }, signal));
  // The URL that comes with the key is newer: that of the file may have expired.
  const { downloadUrl: url } = released ?? file;
  // A plain data type, so that an untrusted page never opens as a document of this origin.
  const request = { url, contentType: 'application/octet-stream', signal, onBytes };
  const stored =
    encryption && released
      ? await ports.crypto.decrypt({ ...request, ...released, iv: encryption.iv })
      : await ports.crypto.fetch(request);
  requireHash(stored.contentHash, file.contentHash);
  const hash = released?.plaintextHash ?? file.contentHash;
  return { body: stored.body, sha256: hash.replace(/^sha256[-:]/, '') };
}

/** Downloads the stored bytes and checks them against the hash in the data room. Needs no key. */
export async function checkStoredHash(
  ports: Pick<DownloadPorts, 'crypto'>,
  file: FileVersion,
  { signal, onBytes }: OpenOptions,
): Promise<{ matches: boolean; actual: string }> {
  const stored = await ports.crypto.fetch({
    url: file.downloadUrl,
    contentType: 'application/octet-stream',
    signal,
    onBytes,
  });
  return { matches: stored.contentHash === file.contentHash, actual: stored.contentHash };
}

function requireHash(actual: string, stated: string): void {
  if (actual === stated) return;
  throw new CryptoError('HASH_MISMATCH', 'The downloaded bytes do not match the stored hash.');
}
