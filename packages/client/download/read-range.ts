import { chunkListLength } from '@labroom/protocol/chunk-list';
import { LabroomError } from '../api/api-failure.ts';
import type { ApiCall } from '../api/execute.ts';
import { bytesFromBase64 } from '../crypto/primitives/base64.ts';
import { isAuthentic } from '../crypto/primitives/chunk-list.ts';
import { importStreamKey } from '../crypto/primitives/gcm-stream.ts';
import { changed, contentSize, type RangedObject, readRange } from '../crypto/ranges/ranged-object.ts';
import { FileChunksDocument } from '../documents/documents.generated.ts';
import { neverAborted } from '../signals/never-aborted.ts';
import { createDownloadApi } from './download-api.ts';
import type { DownloadPorts, FileVersion } from './download-ports.ts';
import type { FileToStream } from './stream-file.ts';

type RangedVersion = Pick<FileVersion, 'did' | 'version' | 'contentLength' | 'downloadUrl' | 'encryption'>;

interface RangeApi extends Pick<DownloadPorts['api'], 'decryptDataKey'> {
  /** Base64; `null` for a version without a list. Rejects with `LabroomError`. */
  chunkHashes(
    args: { oclId: string; ref: string; version: number },
    signal: AbortSignal,
  ): Promise<string | null>;
}

export const createRangeApi = (call: ApiCall): RangeApi => ({
  ...createDownloadApi(call),
  chunkHashes: async (args, signal) =>
    (await call(FileChunksDocument, args, signal)).fileChunks?.hashes ?? null,
});

/**
 * Gets the list of chunks of a version and, if it is encrypted, its key, and authenticates the list with it. `null` for a version
 * of which no range can be verified, because it was not uploaded in parts or its author made no code. Errors: `LabroomError`, `CryptoError` (`HASH_MISMATCH`).
 */
export async function openRangedObject(
  api: RangeApi,
  oclId: string,
  { did: ref, version, contentLength, downloadUrl, encryption }: RangedVersion,
  signal: AbortSignal,
): Promise<RangedObject | null> {
  const of = { oclId, ref, version };
  const list = await api.chunkHashes(of, signal);
  if (list === null) return null;
  const hashes = bytesFromBase64(list);
  if (hashes.length !== chunkListLength(contentLength)) throw changed();
  if (!encryption) return { url: downloadUrl, contentLength, hashes, sealing: null };
  const released = await api.decryptDataKey(of, signal);
  const sealing = {
    key: await importStreamKey(bytesFromBase64(released.key)),
    iv: bytesFromBase64(encryption.iv),
  };
  if (!released.chunksMac) return null;
  const code = bytesFromBase64(released.chunksMac);
  if (!(await isAuthentic(sealing.key.chunks, { iv: sealing.iv, contentLength, hashes }, code)))
    throw changed();
  return { url: released.downloadUrl, contentLength, hashes, sealing };
}

/** A version of which any range can be read. */
export interface RangedFile {
  file: FileVersion;
  /** Bytes of the content, decrypted. */
  size: number;
  /**
   * The content from `offset`, from 0, verified and decrypted; fewer bytes where it ends. Errors: `CryptoError`, `HASH_MISMATCH` for
   * bytes that were changed.
   */
  read(offset: number, length: number, running?: { signal?: AbortSignal }): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens a version to read ranges of it, for example the footer of a table: only the chunks of 1 MiB that have them are downloaded, and
 * verified before they are given. `null` for a version without a list of chunks: use `streamFile`. Errors: `LabroomError`, `CryptoError`.
 * @param call of a client: `client.call`
 */
export async function openRanges(
  call: ApiCall,
  { oclId, path, version }: FileToStream,
  { signal = neverAborted() }: { signal?: AbortSignal } = {},
): Promise<RangedFile | null> {
  const api = { ...createDownloadApi(call), ...createRangeApi(call) };
  const find = async () => {
    const file = await api.findVersion(oclId, path, version);
    if (file) return file;
    throw new LabroomError({ code: 'NOT_FOUND', message: `${path} has no such version.` });
  };
  const file = await find();
  const object = await openRangedObject(api, oclId, file, signal);
  if (!object) return null;
  const of = { oclId, ref: file.did, version: file.version };
  const renewUrl = async () => {
    object.url = (object.sealing ? await api.decryptDataKey(of, signal) : await find()).downloadUrl;
    return object.url;
  };
  return {
    file,
    size: contentSize(object),
    read: (offset, length, running) => readRange(object, offset, length, { ...running, renewUrl }),
  };
}
