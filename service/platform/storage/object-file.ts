import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { SealedObject } from './object-storage.ts';
import { StorageRejectionError } from './storage-signature.ts';

/**
 * [Note: object files] One file holds an object: its bytes from offset 0, then a trailer (JSON with content type,
 * length and hash; the trailer's length; a mark). So bytes and metadata are created, moved and deleted in one atomic
 * step, and the hash, computed while writing, is known later without reading the bytes. A file is complete and synced
 * before it gets a name outside the temporary directory, and is never opened for writing after that.
 */
const mark = Buffer.from('OBJ1');
const footerLength = 4 + mark.length;
/** A content type has at most 255 characters, so every trailer fits. */
const maxTrailerLength = 1024;

/** Bytes per write. Each write occupies a thread, and chunks of a socket are small. */
const writeLength = 512 * 1024;
/** Maximum number of chunks kept for one write. */
const maxGathered = 64;
/** Above this number of concurrent files each chunk is written at once, to limit memory. */
const gatheringAtOnce = 64;

/** Larger files are synced one at a time. */
const smallLength = 1024 * 1024;

/** Bytes after which a file is synced while it is written, so that no single sync makes the others wait for long. */
const syncLength = 64 * 1024 * 1024;

let filesUnderWay = 0;

/** Thrown by `writeObjectFile` when the source has another length than announced. */
class LengthMismatchError extends Error {
  readonly received: number;

  constructor(received: number) {
    super('The length of the body differs from the announced length.');
    this.name = 'LengthMismatchError';
    this.received = received;
  }
}

/**
 * Writes a complete object file into `directory` and returns its path and metadata. Leaves nothing behind on failure.
 * @param options.takesChunks frees the memory of chunks as soon as they are written; nothing else may use them
 */
export async function writeObjectFile(
  directory: string,
  { contentType, contentLength }: { contentType: string; contentLength: number },
  body: AsyncIterable<Uint8Array>,
  options = { takesChunks: false },
): Promise<{ path: string; info: SealedObject }> {
  const writer = await ObjectFileWriter.open(directory, options);
  try {
    for await (const chunk of body) {
      if (writer.length + chunk.length > contentLength)
        throw new LengthMismatchError(writer.length + chunk.length);
      await writer.write(chunk);
    }
    if (writer.length !== contentLength) throw new LengthMismatchError(writer.length);
    return { path: writer.path, info: await writer.end(contentType) };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** An object file that is being written. One call at a time; at last `end` or `discard`. */
export class ObjectFileWriter {
  readonly path: string;
  /** Bytes so far. */
  length = 0;
  readonly #file: FileHandle;
  readonly #takesChunks: boolean;
  readonly #hash = createHash('sha256');
  #gathered: Uint8Array[] = [];
  #gatheredLength = 0;
  #unsynced = 0;

  private constructor(path: string, file: FileHandle, takesChunks: boolean) {
    this.path = path;
    this.#file = file;
    this.#takesChunks = takesChunks;
  }

  static async open(directory: string, { takesChunks }: { takesChunks: boolean }): Promise<ObjectFileWriter> {
    const path = join(directory, randomBytes(16).toString('hex'));
    const writer = new ObjectFileWriter(path, await open(path, 'wx', 0o600), takesChunks);
    filesUnderWay += 1;
    return writer;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.length += chunk.length;
    this.#hash.update(chunk);
    this.#gathered.push(chunk);
    this.#gatheredLength += chunk.length;
    const mayGather = filesUnderWay <= gatheringAtOnce && this.#gathered.length < maxGathered;
    if (mayGather && this.#gatheredLength < writeLength) return;
    this.#unsynced += this.#gatheredLength;
    await this.#writeGathered();
    if (this.#unsynced < syncLength) return;
    await syncOneAtATime(() => this.#file.datasync());
    this.#unsynced = 0;
  }

  /** Completes and syncs the file. */
  async end(contentType: string): Promise<SealedObject> {
    const info = { contentType, contentLength: this.length, sha256: this.#hash.digest('hex') };
    await this.#writeGathered(trailer(info));
    // The journal of the file system writes many small files together.
    if (this.length <= smallLength) await this.#file.datasync();
    else await syncOneAtATime(() => this.#file.datasync());
    await this.#close();
    return info;
  }

  /** Removes the file. */
  async discard(): Promise<void> {
    await this.#close().catch(() => {});
    await unlink(this.path).catch(() => {});
  }

  async #writeGathered(...more: Uint8Array[]): Promise<void> {
    await writeAll(this.#file, [...this.#gathered, ...more]);
    if (this.#takesChunks) freeMemory(this.#gathered);
    this.#gathered = [];
    this.#gatheredLength = 0;
  }

  async #close(): Promise<void> {
    // A handle that was closed has no descriptor.
    if (this.#file.fd < 0) return;
    filesUnderWay -= 1;
    await this.#file.close();
  }
}

let lastSync: Promise<unknown> = Promise.resolve();

/** Syncs one large file at a time. Several at once would make the database wait for the disk. */
function syncOneAtATime(sync: () => Promise<void>): Promise<void> {
  const turn = lastSync.then(sync);
  lastSync = turn.catch(() => {});
  return turn;
}

export interface OpenObject {
  file: FileHandle;
  info: SealedObject;
}

/** Opens an object file; the caller closes the handle. `null` when there is none. */
export async function openObjectFile(path: string): Promise<OpenObject | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return { file, info: await readTrailer(file) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Returns the bytes from `start` up to but not including `end`, and closes the file at the end. */
export async function objectStream({ file }: OpenObject, start: number, end: number): Promise<Readable> {
  // A stream's end is inclusive, so it cannot express an empty range, and would send the trailer instead.
  if (end > start) return file.createReadStream({ start, end: end - 1 });
  await file.close();
  return Readable.from([]);
}

/** Makes names created or removed in `directory` survive a power failure. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a directory and syncs its parent. */
export async function makeDirectory(directory: string): Promise<void> {
  const created = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (created !== undefined) await syncDirectory(dirname(created));
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What a client is told of a body that could not be written. */
export function toRefusal(error: unknown, expected: number): unknown {
  if (error instanceof LengthMismatchError) {
    const message = `The body must have exactly ${expected} bytes.`;
    return error.received > expected
      ? new StorageRejectionError('LENGTH_MISMATCH', message)
      : new StorageRejectionError('BODY_TOO_SHORT', message);
  }
  if (errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT') {
    return new StorageRejectionError('STORAGE_FULL', 'The storage is full.', { cause: error });
  }
  return error;
}

async function writeAll(file: FileHandle, chunks: Uint8Array[]): Promise<void> {
  let { bytesWritten } = await file.writev(chunks);
  // A nearly full disk writes a part and reports the error only for the rest.
  for (const chunk of chunks) {
    let offset = Math.min(bytesWritten, chunk.length);
    bytesWritten -= offset;
    while (offset < chunk.length) offset += (await file.write(chunk, offset)).bytesWritten;
  }
}

/**
 * Chunks of a socket have memory outside the heap. If the garbage collector had to free it, an upload would trigger a
 * full collection every 20 MB, which takes three times as long as hashing and writing.
 */
function freeMemory(chunks: Uint8Array[]): void {
  for (const { buffer, byteLength } of chunks) {
    const isShared = byteLength < buffer.byteLength || !(buffer instanceof ArrayBuffer);
    if (!isShared) buffer.transfer(0);
  }
}

function trailer(info: SealedObject): Buffer {
  const json = Buffer.from(JSON.stringify(info));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length, mark]);
}

async function readTrailer(file: FileHandle): Promise<SealedObject> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, maxTrailerLength));
  await file.read(tail, 0, tail.length, size - tail.length);
  const footer = tail.length - footerLength;
  if (footer < 0 || !tail.subarray(-mark.length).equals(mark))
    throw new Error('A stored object is damaged: no mark.');
  const start = footer - tail.readUInt32BE(footer);
  if (start < 0) throw new Error('A stored object is damaged: bad trailer length.');
  const info: SealedObject = JSON.parse(tail.toString('utf8', start, footer));
  if (info.contentLength !== size - (tail.length - start))
    throw new Error('A stored object is damaged: wrong length.');
  return info;
}
