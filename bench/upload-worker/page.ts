import { base64FromBytes, bytesFromBase64 } from '@labroom/client/crypto/base64';
import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import type { RawAnswer, RawRequest } from './raw.worker.ts';

/** API of this page for the benchmark: the production code, and Web Crypto in a worker, on the same bytes. */
export interface UploadWorkerPage {
  prepare(size: number): Promise<void>;
  /** @throws Error unless the output of each side decrypts to the bytes, and the hashes are equal. */
  compare(): Promise<void>;
  /** Encrypts `times` times in sequence; returns the milliseconds. */
  measure(side: keyof typeof sides, times: number): Promise<number>;
}

// Maximum length of `getRandomValues`.
const PIECE = 65_536;
const worker = new Worker(new URL('./raw.worker.ts', import.meta.url), { type: 'module' });
const key = base64FromBytes(crypto.getRandomValues(new Uint8Array(32)));
let bytes = new Uint8Array();
let file = new Blob();

function ask(request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(request, request.do === 'keep' ? [request.bytes] : []);
  });
}

const sides = {
  /** The production worker's encryption, without the hash. */
  encryptOnly: () => ask({ do: 'encryptOnly' }),
  encryptAndHash: () => ask({ do: 'encryptAndHash' }),
  encrypt: () => ask({ do: 'encrypt' }),
  /** The production worker, from file to file. */
  file: () => fileCrypto.encrypt(file, key),
};

async function requireSame(made: Awaited<ReturnType<(typeof sides)['file' | 'encrypt']>>): Promise<void> {
  const imported = await crypto.subtle.importKey('raw', bytesFromBase64(key), 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: bytesFromBase64(made.iv) };
  const ciphertext = await new Response(made.ciphertext).arrayBuffer();
  const opened = new Uint8Array(await crypto.subtle.decrypt(algorithm, imported, ciphertext));
  if (opened.length !== bytes.length || opened.some((byte, index) => byte !== bytes[index]))
    throw new Error('What was decrypted is something else');
  const hash = `sha256-${await fileCrypto.hash(file)}`;
  if (made.plaintextHash !== '' && made.plaintextHash !== hash) throw new Error('The hashes differ');
}

const page: UploadWorkerPage = {
  async prepare(size) {
    bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += PIECE) crypto.getRandomValues(bytes.subarray(at, at + PIECE));
    file = new Blob([bytes]);
    await ask({ do: 'keep', bytes: bytes.slice().buffer, key: bytesFromBase64(key) });
  },
  async compare() {
    for (const make of Object.values(sides)) await requireSame(await make());
  },
  async measure(side, times) {
    const begun = performance.now();
    for (let time = 0; time < times; time += 1) await sides[side]();
    return performance.now() - begun;
  },
};
Object.assign(window, { page });
