import type { EncryptedFile, operations, StoredFile } from './operations.ts';
import type { Parts, PartsHashes, PartsPlan } from './parts/make-parts.ts';
import { partsByWorkers } from './parts-by-workers.ts';
import { bytesFromBase64 } from './primitives/base64.ts';
import { aborted, CryptoError } from './primitives/crypto-error.ts';
import type { PutRequest, SendRequest } from './transfer.ts';
import { type WorkerLike, WorkerPool } from './worker-pool.ts';

interface Running {
  onBytes?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

interface StoredFileRequest extends Running {
  /** URL of the stored bytes. */
  url: string;
  contentType: string;
}

interface EncryptedFileRequest extends StoredFileRequest {
  /** Base64, 32 bytes. */
  key: string;
  /** Base64, 12 bytes. */
  iv: string;
  /** `sha256-` and lowercase hex, over the plaintext. */
  plaintextHash: string;
}

/**
 * File operations that never run on the calling thread, so a page stays responsive while 100 MB are encrypted. Keys are
 * transferred to the worker, imported as non-extractable and zeroed. All methods reject with `CryptoError`.
 */
export interface FileCrypto {
  /** Reads, hashes and encrypts a file. `key` is base64, 32 bytes. */
  encrypt(file: Blob, key: string, running?: Running): Promise<EncryptedFile>;
  hash(file: Blob, running?: Running): Promise<string>;
  /** Uploads a body to a presigned URL. Returns `sha256:<hex>` of the sent bytes. */
  put(request: PutRequest, running?: Running): Promise<string>;
  /** Uploads a body whose hash is known. Until it ends, also with an error, the memory of `body` may be in another thread. */
  send(request: SendRequest, running?: Running): Promise<void>;
  /** Starts what `parts` needs, so that its first part comes sooner. */
  prepareParts(): void;
  /** Reads a file once, and gives its parts to send, encrypted with `sealing`, as they are wanted; at last its hashes. */
  parts(plan: PartsPlan, signal?: AbortSignal): Parts<PartsHashes>;
  fetch(request: StoredFileRequest): Promise<StoredFile>;
  /** Downloads, decrypts and verifies. `contentHash` of the result is the hash of the stored bytes. */
  decrypt(request: EncryptedFileRequest): Promise<StoredFile>;
}

let pool: WorkerPool | undefined;

function workers(): WorkerPool {
  pool ??= new WorkerPool(
    () => new Worker(new URL('./crypto.worker.ts', import.meta.url), { type: 'module' }) as WorkerLike,
    Math.min(4, Math.max(2, navigator.hardwareConcurrency - 1)),
  );
  return pool;
}

export const fileCrypto: FileCrypto = {
  async encrypt(file, key, running) {
    if (running?.signal?.aborted) throw aborted();
    const keyBytes = bytesFromBase64(key);
    return workers().run(
      'encryptFile',
      { file, key: keyBytes },
      { ...running, transfer: [keyBytes.buffer] },
    ) as Promise<EncryptedFile>;
  },
  hash(file, running) {
    return workers().run('hashFile', { file }, running) as Promise<string>;
  },
  put(request, running) {
    return workers().run('putFile', { ...request, url: absolute(request.url) }, running) as Promise<string>;
  },
  async send(request, running) {
    const args = { ...request, url: absolute(request.url) };
    const transfer = [request.body.buffer];
    const { body, failure } = (await workers().run('send', args, {
      ...running,
      transfer,
      alone: true,
    })) as Awaited<ReturnType<typeof operations.send>>;
    request.body = body;
    if (!failure) return;
    const { code, message, status } = failure;
    throw new CryptoError(code, message, status === undefined ? {} : { status });
  },
  prepareParts() {
    // One makes the parts, the other hashes. A failure is reported by the task that is wanted.
    for (let count = 0; count < 2; count += 1)
      workers()
        .run('prepare', {})
        .catch(() => {});
  },
  parts(plan, signal) {
    const { file } = plan;
    const source = file instanceof Blob ? file : { ...file, url: absolute(file.url) };
    return partsByWorkers(workers(), { ...plan, file: source }, signal);
  },
  fetch({ url, contentType, onBytes, signal }) {
    const args = { url: absolute(url), contentType };
    return workers().run('fetchFile', args, { onBytes, signal }) as Promise<StoredFile>;
  },
  async decrypt({ url, contentType, key, iv, plaintextHash, onBytes, signal }) {
    if (signal?.aborted) throw aborted();
    const keyBytes = bytesFromBase64(key);
    const args = { url: absolute(url), contentType, key: keyBytes, iv, plaintextHash };
    return workers().run('decryptFile', args, {
      onBytes,
      signal,
      transfer: [keyBytes.buffer],
    }) as Promise<StoredFile>;
  },
};

// A worker resolves relative URLs against its own script.
const absolute = (url: string) => new URL(url, window.location.href).href;
