import { base64FromBytes, bytesFromBase64 } from '../../lib/crypto/base64.ts';
import { fileCrypto } from '../../lib/crypto/crypto-api.ts';
import type { InMemory, RawAnswer, RawRequest } from './raw.worker.ts';

/** What the bench asks of this page: the production worker, and Web Crypto in a worker of its own, on the same bytes. */
export interface UploadWorkerPage {
  prepare(size: number): Promise<void>;
  /** @throws Error unless what each side makes opens to the bytes, and the hashes agree. */
  compare(): Promise<void>;
  /** Encrypts so many times, one after the other; returns the milliseconds. `file`: the production worker, from a file to one. */
  measure(side: InMemory | 'file', times: number): Promise<number>;
}

// No random value comes in larger pieces.
const PIECE = 65_536;
const raw = new Worker(new URL('./raw.worker.ts', import.meta.url), { type: 'module' });
const key = base64FromBytes(crypto.getRandomValues(new Uint8Array(32)));
let bytes = new Uint8Array();
let file = new Blob();

function ask<Answer = RawAnswer>(request: RawRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    raw.onmessage = ({ data }) => resolve(data);
    raw.onerror = ({ message }) => reject(new Error(message));
    raw.postMessage(request, typeof request === 'string' ? [] : [request.bytes]);
  });
}

async function requireSame({ ciphertext, iv, plaintextHash }: RawAnswer, hash: string): Promise<void> {
  const imported = await crypto.subtle.importKey('raw', bytesFromBase64(key), 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: bytesFromBase64(iv) };
  const opened = new Uint8Array(await crypto.subtle.decrypt(algorithm, imported, ciphertext));
  if (opened.length !== bytes.length || opened.some((byte, index) => byte !== bytes[index]))
    throw new Error('What was decrypted is something else');
  if (plaintextHash !== '' && plaintextHash !== hash) throw new Error('The hashes differ');
}

const page: UploadWorkerPage = {
  async prepare(size) {
    bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += PIECE) crypto.getRandomValues(bytes.subarray(at, at + PIECE));
    file = new Blob([bytes]);
    await ask({ bytes: bytes.slice().buffer, key: bytesFromBase64(key) });
  },
  async compare() {
    const { ciphertext, ...ours } = await fileCrypto.encrypt(file, key);
    await requireSame({ ...ours, ciphertext: await ciphertext.arrayBuffer() }, ours.plaintextHash);
    for (const side of ['seal', 'encryptAndHash', 'encrypt'] as const)
      await requireSame(await ask(side), ours.plaintextHash);
  },
  async measure(side, times) {
    const begun = performance.now();
    for (let time = 0; time < times; time += 1)
      await (side === 'file' ? fileCrypto.encrypt(file, key) : ask(side));
    return performance.now() - begun;
  },
};
Object.assign(window, { page });
