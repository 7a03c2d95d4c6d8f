import { plaintextHash } from '#packages/protocol/content-hash.ts';
import type { EncryptedFile, operations } from './operations.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Encrypts a file in one worker and hashes it in another (see [Note: two threads]). `key` is transferred. If one half
 * fails, the other is aborted, because it would wait indefinitely.
 */
export async function encryptByTwo(
  pool: WorkerPool,
  file: Blob,
  key: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
): Promise<EncryptedFile> {
  const ending = new AbortController();
  const either = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const { port1, port2 } = new MessageChannel();
  const encrypting = pool.run(
    'encryptForOther',
    { file, key, other: port1 },
    { signal: either, transfer: [key.buffer, port1] },
  ) as ReturnType<typeof operations.encryptForOther>;
  const hashing = pool.run(
    'hashOther',
    { other: port2 },
    { signal: either, transfer: [port2] },
  ) as ReturnType<typeof operations.hashOther>;
  try {
    const [encrypted, hash] = await Promise.all([encrypting, hashing]);
    return { ...encrypted, plaintextHash: plaintextHash(hash) };
  } finally {
    ending.abort();
  }
}
