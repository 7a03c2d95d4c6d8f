import { type Encrypted, encrypt, sha256Hex } from './aes-gcm.ts';
import { aborted } from './crypto-error.ts';

// [Note: two threads] Chromium encrypts on the calling thread, and would hash there afterwards. Hashing on a second
// thread costs no extra time. The second thread gets a copy of the bytes instead of the file, which may have changed
// when it is read again, so the hash always belongs to the encrypted bytes. Allocating new memory takes six times as
// long as the copy, so the buffer is zeroed and reused, and released after a while without files.

/** Milliseconds. */
const BUFFER_LIFETIME_MS = 5_000;

interface HandedOver {
  buffer: ArrayBuffer;
  /** The plaintext is at the start of the buffer. */
  length: number;
}

let spare = new ArrayBuffer(0);
let releaseTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Encrypts, and passes a copy of the plaintext to the other thread, which returns the zeroed buffer. Zeroes `keyBytes`.
 * Errors: `BAD_KEY`.
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

/** SHA-256, lowercase hex, of the bytes that the other thread passes. Errors: `ABORTED`. */
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
  clearTimeout(releaseTimer);
  if (spare.byteLength < plaintext.byteLength) return plaintext.slice(0);
  const buffer = spare;
  spare = new ArrayBuffer(0);
  new Uint8Array(buffer).set(new Uint8Array(plaintext));
  return buffer;
}

function keep(buffer: ArrayBuffer): void {
  if (buffer.byteLength > spare.byteLength) spare = buffer;
  clearTimeout(releaseTimer);
  releaseTimer = setTimeout(() => {
    spare = new ArrayBuffer(0);
  }, BUFFER_LIFETIME_MS);
}
