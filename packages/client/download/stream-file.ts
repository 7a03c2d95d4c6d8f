import { plaintextHash, storedHash } from '@labroom/protocol/content-hash';
import { LabroomError } from '../api/api-failure.ts';
import type { ApiCall } from '../api/execute.ts';
import { bytesFromBase64 } from '../crypto/primitives/base64.ts';
import { CryptoError } from '../crypto/primitives/crypto-error.ts';
import { TAG_BYTES } from '../crypto/primitives/gcm-lengths.ts';
import { GcmStream, importStreamKey } from '../crypto/primitives/gcm-stream.ts';
import { joined } from '../crypto/primitives/joined.ts';
import { openSha256 } from '../crypto/primitives/running-sha256.ts';
import { resumedBytes } from '../crypto/ranges/resumed-bytes.ts';
import { wait } from '../signals/wait.ts';
import { createDownloadApi } from './download-api.ts';
import type { DownloadPorts, FileVersion, ReleasedKey } from './download-ports.ts';

/** Of what is decrypted at once. */
const PIECE_BYTES = 1_048_576;

export interface StreamedFile {
  file: FileVersion;
  /**
   * The content, decrypted. It ends only when all of it was verified; else it fails with a `CryptoError`, and everything that it
   * gave must be thrown away. Its last piece comes after the check.
   */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface FileToStream {
  /** 0x and 64 hex digits. */
  oclId: string;
  path: string;
  /** By default the newest. */
  version?: number;
}

export interface Streaming {
  signal?: AbortSignal;
  /** Number of bytes that have arrived, of `file.contentLength`. */
  onBytes?(bytes: number): void;
}

/**
 * Downloads a version of a file piece by piece, with little memory, and decrypts it. Hashes, and of an encrypted file the tag, are
 * computed on the way and compared at the end (docs/decisions/037-streams-end-when-verified.md). A broken connection is continued
 * where it was. Errors: `LabroomError` before the first byte; `CryptoError` of the stream.
 * @param call of a client: `client.call`
 */
export function streamFile(call: ApiCall, wanted: FileToStream, running?: Streaming): Promise<StreamedFile> {
  return streamVersion({ api: createDownloadApi(call), wait }, wanted, running);
}

interface StreamPorts {
  api: DownloadPorts['api'];
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export async function streamVersion(
  { api, wait: pause }: StreamPorts,
  { oclId, path, version }: FileToStream,
  { signal: given, onBytes = () => {} }: Streaming = {},
): Promise<StreamedFile> {
  const own = new AbortController();
  const signal = given ? AbortSignal.any([given, own.signal]) : own.signal;
  const find = async (which: number | undefined) => {
    const file = await api.findVersion(oclId, path, which);
    if (file) return file;
    throw new LabroomError({ code: 'NOT_FOUND', message: `${path} has no such version.` });
  };
  const file = await find(version);
  const release = () => api.decryptDataKey({ oclId, ref: file.did, version: file.version }, signal);
  const released = file.encryption && (await release());
  const stored = reported(
    resumedBytes({
      url: (released ?? file).downloadUrl,
      renewUrl: async () => (await (released ? release() : find(file.version))).downloadUrl,
      length: file.contentLength,
      wait: pause,
      signal,
    }),
    onBytes,
  );
  const pieces =
    released && file.encryption
      ? decrypted(stored, file, { ...released, iv: file.encryption.iv })
      : verified(stored, file);
  return { file, body: streamOf(pieces, own) };
}

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>;

async function* reported(pieces: Pieces, onBytes: (bytes: number) => void): Pieces {
  let received = 0;
  for await (const piece of pieces) {
    received += piece.length;
    onBytes(received);
    yield piece;
  }
}

/** Stored bytes that everyone may read. */
async function* verified(stored: Pieces, file: FileVersion): Pieces {
  const hash = await openSha256();
  let held: Uint8Array<ArrayBuffer> | undefined;
  for await (const piece of stored) {
    hash.update(piece);
    if (held) yield held;
    held = piece;
  }
  requireHash(storedHash(hash.hex()), file.contentHash);
  if (held) yield held;
}

async function* decrypted(
  stored: Pieces,
  file: FileVersion,
  { key, iv, plaintextHash: stated }: ReleasedKey & { iv: string },
): Pieces {
  const length = file.contentLength - TAG_BYTES;
  const gcm = await GcmStream.open(await importStreamKey(bytesFromBase64(key)), bytesFromBase64(iv), length);
  const [storedSum, plainSum] = await Promise.all([openSha256(), openSha256()]);
  let gathered = new Uint8Array(0);
  let decryptedBytes = 0;
  let held: Uint8Array<ArrayBuffer> | undefined;
  for await (const piece of gatheredTo(PIECE_BYTES, stored)) {
    storedSum.update(piece);
    gathered = gathered.length > 0 ? joined([gathered, piece]) : piece;
    // Whole blocks, and the end of the ciphertext; what follows it is the tag.
    const left = length - decryptedBytes;
    const size = gathered.length >= left ? left : gathered.length - (gathered.length % TAG_BYTES);
    if (size <= 0) continue;
    const plain = await gcm.decrypt(gathered.subarray(0, size));
    plainSum.update(plain);
    decryptedBytes += size;
    gathered = gathered.slice(size);
    if (held) yield held;
    held = plain;
  }
  requireHash(storedHash(storedSum.hex()), file.contentHash);
  gcm.requireTag(gathered);
  requireHash(plaintextHash(plainSum.hex()), stated);
  if (held) yield held;
}

/** Pieces of at least `size` bytes, except the last one: a call of Web Crypto costs as much as many bytes. */
async function* gatheredTo(size: number, pieces: Pieces): Pieces {
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < size) continue;
    yield joined(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield joined(waiting);
}

function requireHash(actual: string, stated: string): void {
  if (actual === stated) return;
  throw new CryptoError('HASH_MISMATCH', 'The downloaded bytes do not match the stated hash.');
}

/** Reads a piece when it is wanted. */
function streamOf(pieces: Pieces, own: AbortController): StreamedFile['body'] {
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        own.abort();
        await pieces.return(undefined).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
