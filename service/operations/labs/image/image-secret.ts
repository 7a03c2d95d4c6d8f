import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The secret part of an upload URL, and its hash. Only the hash is stored. */
export function createImageSecret(): { secret: string; hash: Uint8Array } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

export function isImageSecret(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashOf(secret), hash);
}

function hashOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
