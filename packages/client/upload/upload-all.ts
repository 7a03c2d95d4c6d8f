import { LabroomError } from '../api/api-failure.ts';
import { type ComparePorts, isIdentical, mayBeIdentical } from './compare-with-existing.ts';
import { Places } from './places.ts';
import { type TextPorts, uploadFindable } from './search-text.ts';
import { SMALL_AT_ONCE } from './small-files.ts';
import type { ExistingFile, UploadPorts, UploadReceipt } from './upload-ports.ts';
import type { UploadRequest } from './upload-request.ts';

/** What became of one file: `unchanged` if its newest version has the same bytes and access. */
export type UploadedFile = { path: string } & (
  | { state: 'added' | 'updated'; receipt: UploadReceipt }
  | { state: 'unchanged'; existing: ExistingFile }
  | { state: 'failed'; error: unknown }
);

/** A file of a folder. `target` is its path. */
export type FolderFile = UploadRequest & { target: { path: string } };

/** How much of one file was sent. */
export interface FolderProgress {
  path: string;
  bytes: number;
  /** Of the file. What is sent of an encrypted one has 16 bytes more. */
  size: number;
}

interface FolderRun {
  atOnce: number;
  signal: AbortSignal;
  onFile(file: UploadedFile): void;
  onBytes(progress: FolderProgress): void;
}

type FolderPorts = UploadPorts & ComparePorts & TextPorts;

/**
 * Uploads files to their paths, `atOnce` at the same time and small ones together, and goes on after a failure. A path that is occupied gets a new version,
 * unless its newest has the same bytes and access. Rejects only if `files` or the signal does.
 */
export async function uploadAll(
  ports: FolderPorts,
  files: Iterable<FolderFile> | AsyncIterable<FolderFile>,
  { atOnce, signal, onFile, onBytes }: FolderRun,
): Promise<UploadedFile[]> {
  const results: UploadedFile[] = [];
  const waiting = toAsync(files);
  const places = new Places(atOnce);
  const lane = async () => {
    for (let next = await waiting.next(); !next.done; next = await waiting.next()) {
      signal.throwIfAborted();
      const { target, file } = next.value;
      const progress = (bytes: number) => onBytes({ path: target.path, bytes, size: file.size });
      const request = next.value;
      const isTogether = ports.small?.takes(request) ?? false;
      const result =
        (isTogether && (await uploadNew(ports, request, signal, progress))) ||
        (await places.run(() => uploadToPath({ ...ports, small: undefined }, request, signal, progress)));
      signal.throwIfAborted();
      results.push(result);
      onFile(result);
    }
  };
  const lanes = ports.small ? Math.max(atOnce, SMALL_AT_ONCE) : atOnce;
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** A small file, without asking first what is at its path. `null`: there is a file, perhaps the same one. */
async function uploadNew(
  ports: FolderPorts,
  request: FolderFile,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<UploadedFile | null> {
  const { path } = request.target;
  try {
    const receipt = await uploadFindable(ports, request, {}, signal, { onBytes });
    return receipt.wasThere ? null : { path, state: 'added', receipt };
  } catch (error) {
    if (error instanceof LabroomError && error.reason === 'PATH_OCCUPIED') return null;
    return { path, state: 'failed', error };
  }
}

async function uploadToPath(
  ports: FolderPorts,
  request: FolderFile,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<UploadedFile> {
  const { oclId, file, target, access } = request;
  const { path } = target;
  try {
    const existing = await ports.api.findFile(oclId, path);
    const isSame =
      existing !== null &&
      existing.accessLevel === access.level &&
      mayBeIdentical(file, existing) &&
      (await isIdentical(ports, file, { oclId, path, existing }, signal));
    if (isSame) return { path, state: 'unchanged', existing };
    const encoding = existing?.savedView?.encoding ?? undefined;
    const placed = existing ? { ...request, target: { ref: existing.did }, encoding } : request;
    const receipt = await uploadFindable(ports, placed, {}, signal, { onBytes });
    return { path, state: existing ? 'updated' : 'added', receipt };
  } catch (error) {
    return { path, state: 'failed', error };
  }
}

/** One iterator for all lanes: a generator runs queued calls of `next` one after the other. */
async function* toAsync<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* items;
}
