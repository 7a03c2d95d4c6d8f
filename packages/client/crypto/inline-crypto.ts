import { storedHash } from '@labroom/protocol/content-hash';
import { neverAborted } from '../signals/never-aborted.ts';
import type { FileCrypto } from './crypto-api.ts';
import { operations } from './operations.ts';
import { bytesFromBase64 } from './primitives/base64.ts';
import { aborted, CryptoError } from './primitives/crypto-error.ts';
import { TAG_BYTES } from './primitives/gcm-lengths.ts';
import type { PutRequest, SendRequest } from './transfer.ts';

const noProgress = () => {};

/**
 * File operations on the calling thread, for programs. Needs Web Crypto and `fetch`, but no worker. Reports upload
 * progress only at the end.
 */
export const inlineCrypto: FileCrypto = {
  encrypt: (file, key, { signal = neverAborted() } = {}) =>
    operations.encryptFile({ file, key: bytesFromBase64(key) }, noProgress, signal),
  hash: (file, { signal = neverAborted() } = {}) => operations.hashFile({ file }, noProgress, signal),
  async put(request, { onBytes, signal = neverAborted() } = {}) {
    await send(request, signal);
    onBytes?.(request.body.size);
    return storedHash(await operations.hashFile({ file: request.body }, noProgress, signal));
  },
  async send(request, { onBytes, signal = neverAborted() } = {}) {
    await send(request, signal);
    onBytes?.(request.body.length);
  },
  prepareParts() {},
  async *parts(plan, signal = neverAborted()) {
    const { hashingSink, makeParts, sizeOf } = await import('./parts/make-parts.ts');
    const { file, sealing, hashesStored } = plan;
    const plain = hashingSink(sizeOf(file));
    const cipher = sealing && hashesStored ? hashingSink(sizeOf(file) + TAG_BYTES) : null;
    yield* makeParts(plan, { plaintext: plain, ciphertext: cipher }, signal);
    const plaintext = await plain.hash();
    return { plaintext, stored: sealing ? ((await cipher?.hash()) ?? null) : plaintext };
  },
  fetch: ({ onBytes = noProgress, signal = neverAborted(), ...args }) =>
    operations.fetchFile(args, onBytes, signal),
  decrypt: ({ onBytes = noProgress, signal = neverAborted(), key, ...args }) =>
    operations.decryptFile({ ...args, key: bytesFromBase64(key) }, onBytes, signal),
};

async function send({ url, headers, body }: PutRequest | SendRequest, signal: AbortSignal): Promise<void> {
  const signed = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
  const request = { method: 'PUT', headers: signed, body, signal, credentials: 'omit' } as const;
  const response = await fetch(url, request).catch((cause: unknown) => {
    if (signal.aborted) throw aborted();
    throw new CryptoError('NETWORK', 'The connection to the storage was lost.', { cause });
  });
  await response.body?.cancel();
  if (response.ok) return;
  throw new CryptoError('HTTP', `The storage answered ${response.status}`, { status: response.status });
}
