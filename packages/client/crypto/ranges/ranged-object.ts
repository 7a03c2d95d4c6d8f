import { CHUNK_BYTES, CHUNK_HASH_BYTES } from '@labroom/protocol/chunk-list';
import { neverAborted } from '../../signals/never-aborted.ts';
import { wait } from '../../signals/wait.ts';
import { hashChunks } from '../primitives/chunk-list.ts';
import { CryptoError } from '../primitives/crypto-error.ts';
import { TAG_BYTES } from '../primitives/gcm-lengths.ts';
import { decryptAt, type StreamKey } from '../primitives/gcm-stream.ts';
import { joined } from '../primitives/joined.ts';
import { resumedBytes } from './resumed-bytes.ts';

/** What a range of a version is read with; its list of chunks was authenticated. It can be passed to a worker. */
export interface RangedObject {
  url: string;
  /** Number of stored bytes. */
  contentLength: number;
  /** SHA-256 of each MiB of the stored bytes, one after the other. */
  hashes: Uint8Array<ArrayBuffer>;
  /** `null` for a public file. */
  sealing: { key: StreamKey; iv: Uint8Array<ArrayBuffer> } | null;
}

interface Running {
  signal?: AbortSignal;
  /** Asks for another URL of the same bytes, when the storage takes the first one no longer. */
  renewUrl?(): Promise<string>;
}

/** Bytes of the content, decrypted. */
export function contentSize({ contentLength, sealing }: RangedObject): number {
  return sealing ? contentLength - TAG_BYTES : contentLength;
}

/**
 * The content from `offset`, decrypted; fewer bytes where it ends. Downloads whole chunks of 1 MiB, and gives nothing before all of them were
 * verified. Errors: `CryptoError` (`HASH_MISMATCH` for changed bytes, `HTTP`, `NETWORK`, `ABORTED`).
 */
export async function readRange(
  object: RangedObject,
  offset: number,
  length: number,
  { signal = neverAborted(), renewUrl = async () => object.url }: Running = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { url, contentLength, hashes, sealing } = object;
  const end = Math.min(offset + length, contentSize(object));
  if (end <= offset) return new Uint8Array(0);
  const [first, last] = [Math.floor(offset / CHUNK_BYTES), Math.ceil(end / CHUNK_BYTES)];
  const start = first * CHUNK_BYTES;
  const wanted = Math.min(last * CHUNK_BYTES, contentLength) - start;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of resumedBytes({ url, start, length: wanted, renewUrl, wait, signal }))
    pieces.push(piece);
  const stored = joined(pieces);
  const actual = await hashChunks(stored);
  const stated = hashes.subarray(first * CHUNK_HASH_BYTES, last * CHUNK_HASH_BYTES);
  if (actual.length !== stated.length || actual.some((byte, at) => byte !== stated[at])) throw changed();
  const content = sealing ? await decryptAt(sealing.key, sealing.iv, start, stored) : stored;
  return content.slice(offset - start, end - start);
}

export const changed = () =>
  new CryptoError('HASH_MISMATCH', 'The stored bytes or their list of chunks were changed.');
