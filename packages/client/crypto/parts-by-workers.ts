import { type Part, type Parts, type PartsHashes, type PartsPlan, sizeOf } from './parts/make-parts.ts';
import { TAG_BYTES } from './primitives/gcm-lengths.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Makes the parts of a file in one worker, and hashes the pieces in others, as many as there are hashes. A part is made when it is
 * wanted. If one of them fails, the others are aborted, because they would wait indefinitely.
 */
export async function* partsByWorkers(
  pool: WorkerPool,
  { file, partLength, sealing, hashesStored }: PartsPlan,
  signal?: AbortSignal,
): Parts<PartsHashes> {
  const ending = new AbortController();
  const either = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const [wanted, plain, cipher] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
  const hashesCipher = sealing !== null && hashesStored;
  const ports = [wanted.port2, plain.port1, cipher.port1];
  const [out, plaintext, ciphertext] = ports;
  const making = pool.run(
    'makeParts',
    { file, partLength, sealing, out, plaintext, ciphertext: hashesCipher ? ciphertext : null },
    { signal: either, transfer: hashesCipher ? ports : ports.slice(0, 2) },
  );
  const hashes = (hashesCipher ? [plain, cipher] : [plain]).map(({ port2: from }) => {
    const args = { from, length: from === plain.port2 ? sizeOf(file) : sizeOf(file) + TAG_BYTES };
    return pool.run('hashFromPort', args, { signal: either, transfer: [from] }) as Promise<string>;
  });
  const ended = Promise.all([making, ...hashes]);
  ended.catch(() => {});
  let spare: Uint8Array<ArrayBuffer> | undefined;
  try {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<Part | null>();
      wanted.port1.onmessage = ({ data }: MessageEvent<Part>) => resolve(data);
      wanted.port1.postMessage(spare, spare ? [spare.buffer] : []);
      const part = await Promise.race([promise, ended.then(() => null)]);
      if (!part) break;
      spare = yield part;
    }
    const [plaintextHash = '', storedHash = sealing ? null : plaintextHash] = await Promise.all(hashes);
    return { plaintext: plaintextHash, stored: storedHash };
  } finally {
    ending.abort();
    wanted.port1.close();
  }
}
