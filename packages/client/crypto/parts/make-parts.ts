import { sha256Hex } from '../primitives/aes-gcm.ts';
import { hashChunks } from '../primitives/chunk-list.ts';
import { aborted, CryptoError, unreadable } from '../primitives/crypto-error.ts';
import { free } from '../primitives/free.ts';
import { TAG_BYTES } from '../primitives/gcm-lengths.ts';
import { GcmStream, type StreamKey } from '../primitives/gcm-stream.ts';
import { openSha256 } from '../primitives/running-sha256.ts';
import { contentSize, type RangedObject, readRange } from '../ranges/ranged-object.ts';

/** A file, or the content of an object, which is verified and decrypted as it is read. */
export type PartsSource = Blob | RangedObject;

export interface PartsPlan {
  file: PartsSource;
  /** Bytes of every part but the last one. */
  partLength: number;
  /** `null` for a file that is stored as it is. */
  sealing: { key: StreamKey; iv: Uint8Array<ArrayBuffer> } | null;
  /** Whether an encrypted file is hashed as it is stored, too. */
  hashesStored: boolean;
}

/** Bytes of the plaintext. */
export function sizeOf(file: PartsSource): number {
  return file instanceof Blob ? file.size : contentSize(file);
}

export interface Part {
  /** From 1. */
  number: number;
  body: Uint8Array<ArrayBuffer>;
  /** Names the body: SHA-256 of `chunks`, lowercase hex. */
  sha256: string;
  /** SHA-256 of each MiB of the body, one after the other. */
  chunks: Uint8Array<ArrayBuffer>;
}

/** Parts, one by one. Memory of a part that was sent may be given back with `next`, and another part is made in it. */
export type Parts<Result> = AsyncGenerator<Part, Result, Uint8Array<ArrayBuffer> | undefined>;

/** SHA-256, lowercase hex. Of a file that is stored as it is, both are the same; `null` if `hashesStored` is not wanted. */
export interface PartsHashes {
  plaintext: string;
  stored: string | null;
}

/** What hashes pieces in their order. It takes the memory of a piece over. */
export interface PieceSink {
  take(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  end(): void;
}

/** Files up to this size are collected to be hashed. */
const COLLECTED_BYTES = 16 * 1_048_576;

/** Bytes that are read at once. Each reading costs the browser as much as many bytes, and two are in memory at the same time. */
const READ_BYTES = 4 * 1_048_576;
/** The same for an object: whole chunks. */
const OBJECT_READ_BYTES = 2_097_152;
/** Bytes that are encrypted at once. From 1 MiB, Chromium asks the system for the memory of every result, which takes twice the time. */
const PIECE_BYTES = 524_288;

/**
 * Reads a file once and makes its parts one by one: of AES-256-GCM, with the tag at the end, or of the file itself. Needs memory for the
 * parts that were not given back, and a few pieces. Sinks get every piece of the plaintext and, if there is one for it, of the ciphertext.
 * Errors: `UNREADABLE`, `TOO_LARGE`, `ABORTED`; of an object also those of `readRange`.
 */
export async function* makeParts(
  { file, partLength, sealing }: PartsPlan,
  sinks: { plaintext: PieceSink; ciphertext: PieceSink | null },
  signal: AbortSignal,
): Parts<void> {
  const size = sizeOf(file);
  const gcm = sealing && (await GcmStream.open(sealing.key, sealing.iv, size));
  const length = Math.min(partLength, size + (gcm ? TAG_BYTES : 0));
  let buffer = new Uint8Array(length);
  let filled = 0;
  let number = 0;

  async function finished(): Promise<Part> {
    const bytes = buffer.subarray(0, filled);
    filled = 0;
    number += 1;
    const chunks = await hashChunks(bytes);
    return { number, body: bytes, sha256: await sha256Hex(chunks), chunks };
  }
  async function* filledWith(piece: Uint8Array<ArrayBuffer>): Parts<void> {
    for (let at = 0; at < piece.length; ) {
      const some = piece.subarray(at, at + buffer.length - filled);
      buffer.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled < length) continue;
      const spare = yield await finished();
      buffer = spare ? new Uint8Array(spare.buffer, 0, length) : new Uint8Array(length);
    }
  }

  for await (const read of piecesOf(file, signal)) {
    for (let at = 0; at < read.length; at += PIECE_BYTES) {
      const piece = read.subarray(at, at + PIECE_BYTES);
      const stored = gcm ? await gcm.encrypt(piece) : piece;
      yield* filledWith(stored);
      if (sinks.ciphertext) await sinks.ciphertext.take(stored);
      else if (gcm) free(stored);
    }
    await sinks.plaintext.take(read);
  }
  if (gcm) {
    const tag = gcm.tag();
    yield* filledWith(tag);
    await sinks.ciphertext?.take(tag);
  }
  if (filled > 0) yield await finished();
  sinks.plaintext.end();
  sinks.ciphertext?.end();
}

/**
 * Hashes on this thread. Up to `COLLECTED_BYTES` the pieces are collected for one call of Web Crypto, which is many times as fast
 * as hashing them one by one.
 * @param length bytes of all pieces
 */
export function hashingSink(length: number): PieceSink & { hash(): Promise<string> } {
  const opening = length > COLLECTED_BYTES ? openSha256() : null;
  const collected = new Uint8Array(opening ? 0 : length);
  let filled = 0;
  return {
    async take(piece) {
      if (opening) (await opening).update(piece);
      else collected.set(piece, filled);
      filled += piece.length;
      free(piece);
    },
    end() {},
    async hash() {
      if (filled !== length) throw new Error('The pieces have another length than the whole');
      return opening ? (await opening).hex() : sha256Hex(collected);
    },
  };
}

/** SHA-256 of a file, lowercase hex. */
export async function hashPieces(file: Blob, signal: AbortSignal): Promise<string> {
  const sink = hashingSink(file.size);
  for await (const piece of piecesOf(file, signal)) await sink.take(piece);
  return sink.hash();
}

/** What is read of a file, piece by piece. Errors: `UNREADABLE`, `ABORTED`. */
async function* piecesOf(file: PartsSource, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const size = sizeOf(file);
  let left = size;
  try {
    const pieces =
      file instanceof Blob
        ? readAhead(size, READ_BYTES, (at, length) => readBlob(file, at, length))
        : readAhead(size, OBJECT_READ_BYTES, (at, length) => readRange(file, at, length, { signal }));
    for await (const piece of pieces) {
      if (signal.aborted) throw aborted();
      left -= piece.length;
      yield piece;
    }
    if (left !== 0) throw new Error('The file has another size now');
  } catch (cause) {
    if (cause instanceof CryptoError) throw cause;
    throw unreadable(cause);
  }
}

async function readBlob(file: Blob, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(at, at + length).arrayBuffer());
}

/** Reads one piece ahead. */
async function* readAhead(
  size: number,
  length: number,
  read: (at: number, length: number) => Promise<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const begin = (at: number) => {
    const reading = at < size ? read(at, length) : null;
    // Its failure is reported when the piece is wanted.
    reading?.catch(() => {});
    return reading;
  };
  let reading = begin(0);
  for (let at = 0; reading; at += length) {
    const piece = await reading;
    reading = begin(at + length);
    yield piece;
  }
}
