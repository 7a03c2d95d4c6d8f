import { type Encrypted, encrypt, sha256Hex } from './aes-gcm.ts';
import { aborted } from './crypto-error.ts';

// [Note: two threads] Chromium encrypts on the thread that asks, and hashes there afterwards. With a second thread hashing costs
// no time. It gets a copy of the bytes rather than the file, which may be another one when it is read again: what is hashed is
// what is encrypted. Memory never used before costs six times the copy itself, so the buffer of the copy is used again, emptied,
// and let go when nothing was encrypted for a while.

/** Milliseconds. */
const KEPT_FOR = 5_000;

interface HandedOver {
  buffer: ArrayBuffer;
  /** The plaintext is at its beginning. */
  length: number;
}

let spare = new ArrayBuffer(0);
let letGo: ReturnType<typeof setTimeout> | undefined;

/**
 * Encrypts, and hands a copy of the plaintext to the thread at the other end, which gives the emptied buffer back. `keyBytes`
 * are zeroed. Errors: `BAD_KEY`.
 */
export async function encryptAndHandOver(
  plaintext: ArrayBuffer,
  keyBytes: Uint8Array<ArrayBuffer>,
  other: MessagePort,
): Promise<Encrypted> {
  // Imports the key while the other worker reads the file.
  const encrypted = encrypt(plaintext, keyBytes);
  const copy: HandedOver = { buffer: bufferFor(plaintext), length: plaintext.byteLength };
  other.onmessage = ({ data }) => {
    keep(data);
    other.close();
  };
  other.postMessage(copy, [copy.buffer]);
  return encrypted;
}

/** SHA-256 of what the thread at the other end hands over, lowercase hex. Errors: `ABORTED`. */
export async function hashHandedOver(other: MessagePort, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<HandedOver>();
  const give = () => reject(aborted());
  signal.addEventListener('abort', give, { once: true });
  if (signal.aborted) give();
  other.onmessage = ({ data }) => resolve(data);
  try {
    const { buffer, length } = await promise;
    const bytes = new Uint8Array(buffer, 0, length);
    const hash = await sha256Hex(bytes);
    bytes.fill(0);
    other.postMessage(buffer, [buffer]);
    return hash;
  } finally {
    signal.removeEventListener('abort', give);
    other.close();
  }
}

function bufferFor(plaintext: ArrayBuffer): ArrayBuffer {
  clearTimeout(letGo);
  if (spare.byteLength < plaintext.byteLength) return plaintext.slice(0);
  const buffer = spare;
  spare = new ArrayBuffer(0);
  new Uint8Array(buffer).set(new Uint8Array(plaintext));
  return buffer;
}

function keep(buffer: ArrayBuffer): void {
  if (buffer.byteLength > spare.byteLength) spare = buffer;
  clearTimeout(letGo);
  letGo = setTimeout(() => {
    spare = new ArrayBuffer(0);
  }, KEPT_FOR);
}
