import { sha256Hex } from '../aes-gcm.ts';
import { hashChunks } from '../chunk-list.ts';
import { aborted, CryptoError } from '../crypto-error.ts';
import { TAG_BYTES } from '../gcm-lengths.ts';
import { GcmStream, type StreamKey } from '../gcm-stream.ts';
import { contentSize, type RangedObject, readRange } from '../ranged-object.ts';
import { Sha256Stream } from '../sha256-stream.ts';

/** A file, or the content of an object, which is verified and decrypted as it is read. */
export type PartsSource = Blob | RangedObject;

export interface PartsPlan {
  file: PartsSource;
  /** Bytes of every part but the last one. */
  partLength: number;
  /** `null` for a file that is stored as it is. */
  sealing: { key: StreamKey; iv: Uint8Array<ArrayBuffer> } | null;
}

/** Bytes of the plaintext. */
export function sizeOf(file: PartsSource): number {
  return file instanceof Blob ? file.size : contentSize(file);
}

export interface Part {
  /** From 1. */
  number: number;
  body: Blob;
  /** Names the body: SHA-256 of `chunks`, lowercase hex. */
  sha256: string;
  /** SHA-256 of each MiB of the body, one after the other. */
  chunks: Uint8Array<ArrayBuffer>;
}

/** SHA-256, lowercase hex. Of a file that is stored as it is, both are the same. */
export interface PartsHashes {
  plaintext: string;
  stored: string;
}

/** What hashes pieces in their order. It takes the memory of a piece over. */
export interface PieceSink {
  take(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  end(): void;
}

/** Files up to this size are collected to be hashed. */
const COLLECTED_BYTES = 104_857_616;

/** Bytes that are read and encrypted at once. */
const PIECE_BYTES = 2_097_152;

/**
 * Reads a file once and makes its parts one by one: of AES-256-GCM, with the tag at the end, or of the file itself. Needs memory for one
 * part and a few pieces. Sinks get every piece of the plaintext and, if the file is encrypted, of the ciphertext.
 * Errors: `UNREADABLE`, `TOO_LARGE`, `ABORTED`; of an object also those of `readRange`.
 */
export async function* makeParts(
  { file, partLength, sealing }: PartsPlan,
  sinks: { plaintext: PieceSink; ciphertext: PieceSink | null },
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const size = sizeOf(file);
  const gcm = sealing && (await GcmStream.open(sealing.key, sealing.iv, size));
  // A Blob copies its bytes, so one buffer serves all parts.
  const buffer = new Uint8Array(Math.min(partLength, size + (gcm ? TAG_BYTES : 0)));
  let filled = 0;
  let number = 0;

  async function finished(): Promise<Part> {
    const bytes = buffer.subarray(0, filled);
    filled = 0;
    number += 1;
    const chunks = await hashChunks(bytes);
    return { number, body: new Blob([bytes]), sha256: await sha256Hex(chunks), chunks };
  }
  async function* filledWith(piece: Uint8Array<ArrayBuffer>): AsyncGenerator<Part> {
    for (let at = 0; at < piece.length; ) {
      const some = piece.subarray(at, at + buffer.length - filled);
      buffer.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled === buffer.length) yield await finished();
    }
  }

  for await (const piece of piecesOf(file, signal)) {
    const stored = gcm ? await gcm.encrypt(piece) : piece;
    yield* filledWith(stored);
    await sinks.plaintext.take(piece);
    await sinks.ciphertext?.take(stored);
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
  const end = () => {};
  if (length > COLLECTED_BYTES) {
    const sum = new Sha256Stream();
    return { take: async (piece) => sum.update(piece), end, hash: async () => sum.hex() };
  }
  const collected = new Uint8Array(length);
  let filled = 0;
  return {
    async take(piece) {
      collected.set(piece, filled);
      filled += piece.length;
    },
    end,
    hash: () => sha256Hex(collected.subarray(0, filled)),
  };
}

/** SHA-256 of a file, lowercase hex. */
export async function hashPieces(file: Blob, signal: AbortSignal): Promise<string> {
  const sink = hashingSink(file.size);
  for await (const piece of piecesOf(file, signal)) await sink.take(piece);
  return sink.hash();
}

/** Reads one piece ahead. */
async function* piecesOf(file: PartsSource, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const size = sizeOf(file);
  const read = (at: number) => {
    const reading = at < size ? pieceAt(file, at, signal) : null;
    // Its failure is reported when the piece is wanted.
    reading?.catch(() => {});
    return reading;
  };
  let reading = read(0);
  for (let at = 0; reading; at += PIECE_BYTES) {
    if (signal.aborted) throw aborted();
    const piece = await reading.catch((cause: unknown) => {
      if (cause instanceof CryptoError) throw cause;
      const message = 'The file cannot be read. Was it moved or changed after you chose it?';
      throw new CryptoError('UNREADABLE', message, { cause });
    });
    reading = read(at + PIECE_BYTES);
    yield piece;
  }
}

async function pieceAt(file: PartsSource, at: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (file instanceof Blob) return new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());
  return readRange(file, at, PIECE_BYTES, { signal });
}
