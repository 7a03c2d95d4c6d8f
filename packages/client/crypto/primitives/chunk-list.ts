import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';
import { joined } from './joined.ts';

// [Note: lists of chunks] The tag of AES-GCM authenticates a message as a whole. The list has the SHA-256 of each MiB of the stored bytes, so
// that a part of them can be verified alone; a code under a key of its own authenticates the list of an encrypted file, with its IV and
// length (docs/decisions/053-ranges-verified-by-chunks.md).

const CODE = { name: 'HMAC', hash: 'SHA-256', length: 256 } as const;
const INFO = new TextEncoder().encode('labroom chunks v1');

/** What the code of a list covers. */
export interface ChunkList {
  /** 12 bytes. */
  iv: Uint8Array<ArrayBuffer>;
  /** Number of stored bytes. */
  contentLength: number;
  /** SHA-256 of each chunk, one after the other. */
  hashes: Uint8Array<ArrayBuffer>;
}

/** The key of the code, from a data key of 32 bytes. Not extractable. */
export async function importChunksKey(dataKey: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', dataKey, 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: INFO };
  return crypto.subtle.deriveKey(derivation, base, CODE, false, ['sign', 'verify']);
}

export async function codeOf(key: CryptoKey, list: ChunkList): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign(CODE, key, covered(list)));
}

/** Whether the author of a file made this list. */
export function isAuthentic(
  key: CryptoKey,
  list: ChunkList,
  code: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return crypto.subtle.verify(CODE, key, code, covered(list));
}

/** The list of bytes that begin where a chunk begins. */
export async function hashChunks(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) chunks.push(bytes.subarray(at, at + CHUNK_BYTES));
  const hashes = await Promise.all(chunks.map((chunk) => crypto.subtle.digest('SHA-256', chunk)));
  return joined(hashes.map((hash) => new Uint8Array(hash)));
}

function covered({ iv, contentLength, hashes }: ChunkList): Uint8Array<ArrayBuffer> {
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(contentLength));
  return joined([iv, length, hashes]);
}
