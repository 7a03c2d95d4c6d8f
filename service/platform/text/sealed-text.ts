import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts a text. [Note: sealed texts] IV (12 bytes, random) | ciphertext | tag (16), AES-256-GCM.
 * @param key 32 bytes
 * @param context what the text belongs to; needed to open it
 */
export function sealText(key: Uint8Array, context: Uint8Array, text: string): Uint8Array {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength }).setAAD(context);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error if it was sealed with another key or context, or was changed */
export function openText(key: Uint8Array, context: Uint8Array, sealed: Uint8Array): string {
  const iv = sealed.subarray(0, ivLength);
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength }).setAAD(context);
  decipher.setAuthTag(sealed.subarray(-tagLength));
  const text = decipher.update(sealed.subarray(ivLength, -tagLength));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
