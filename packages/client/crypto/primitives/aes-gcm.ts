import { plaintextHash } from '@labroom/protocol/content-hash';
import { base64FromBytes, bytesFromBase64 } from './base64.ts';
import { CryptoError } from './crypto-error.ts';
import { IV_BYTES, KEY_BYTES } from './gcm-lengths.ts';

// [Note: file encryption] AES-256-GCM, 12 random bytes of IV, the 16-byte tag appended to the ciphertext, no additional
// data. Each file version has its own key, so the same key and IV never occur twice. Web Crypto encrypts in one call
// and Chromium runs it on the calling thread, so this file is for workers (and Node).

export interface Encrypted {
  /** Ciphertext and tag. */
  ciphertext: ArrayBuffer;
  /** Base64, 12 bytes. */
  iv: string;
}

export interface Sealed extends Encrypted {
  /** `sha256-` and lowercase hex, over the plaintext. */
  plaintextHash: string;
}

/** Encrypts and hashes. Zeroes `keyBytes`. Errors: `BAD_KEY`. */
export async function seal(plaintext: BufferSource, keyBytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const encrypted = await encrypt(plaintext, keyBytes);
  return { ...encrypted, plaintextHash: plaintextHash(await sha256Hex(plaintext)) };
}

/** Encrypts with a new IV. Zeroes `keyBytes`. Errors: `BAD_KEY`. */
export async function encrypt(
  plaintext: BufferSource,
  keyBytes: Uint8Array<ArrayBuffer>,
): Promise<Encrypted> {
  const key = await importAndWipe(keyBytes, 'encrypt');
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plaintext);
  return { ciphertext, iv: base64FromBytes(iv) };
}

/**
 * Decrypts, and checks the plaintext against the hash declared by its author. Zeroes `keyBytes`. Errors: `BAD_KEY`,
 * `TAG_MISMATCH`, `HASH_MISMATCH`; no plaintext is returned then.
 */
export async function open(
  ciphertext: BufferSource,
  keyBytes: Uint8Array<ArrayBuffer>,
  iv: string,
  expectedHash: string,
): Promise<ArrayBuffer> {
  const key = await importAndWipe(keyBytes, 'decrypt');
  const ivBytes = bytesFromBase64(iv);
  if (ivBytes.length !== IV_BYTES)
    throw new CryptoError('BAD_KEY', 'The initialisation vector is not 12 bytes.');
  let plaintext: ArrayBuffer;
  try {
    plaintext = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: ivBytes }, key, ciphertext);
  } catch (cause) {
    throw new CryptoError('TAG_MISMATCH', 'The stored bytes do not match this key or were changed.', {
      cause,
    });
  }
  if (plaintextHash(await sha256Hex(plaintext)) !== expectedHash) {
    throw new CryptoError(
      'HASH_MISMATCH',
      'The decrypted file does not match the hash that its author stated.',
    );
  }
  return plaintext;
}

export async function sha256Hex(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function importAndWipe(
  keyBytes: Uint8Array<ArrayBuffer>,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  try {
    if (keyBytes.length !== KEY_BYTES) throw new CryptoError('BAD_KEY', 'The data key is not 32 bytes.');
    return await crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, [usage]);
  } finally {
    keyBytes.fill(0);
  }
}
