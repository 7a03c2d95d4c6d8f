import { UnreadableFileError } from '../source/unreadable-file-error.ts';

export interface ZipEntry {
  name: string;
  isFolder: boolean;
  isEncrypted: boolean;
  /** 0: stored, 8: deflate (APPNOTE 4.4.5). */
  method: number;
  packedBytes: number;
  bytes: number;
  /** Position of the entry's local header. */
  offset: number;
}

export interface ZipListing {
  /** Number of entries according to the end of the file. */
  count: number;
  /** The first entries. */
  entries: ZipEntry[];
}

export const MAX_ENTRIES = 1_000;
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const IN_ZIP64 = 0xffffffff;

const damaged = (why: string) => new UnreadableFileError(`The list of files in the ZIP is damaged: ${why}.`);
const viewOf = async (blob: Blob) => new DataView(await blob.arrayBuffer());

/**
 * Lists a ZIP by its central directory only, at the end of the file (APPNOTE 4.3.12). Nothing is decompressed, so the
 * sizes are what the ZIP claims. Reads at most `maxEntries` entries.
 */
export async function readZip(body: Blob, maxEntries = MAX_ENTRIES): Promise<ZipListing> {
  const { count, offset, size } = await findDirectory(body);
  if (offset + size > body.size) throw damaged('it lies outside the file');
  const bytes = await viewOf(body.slice(offset, offset + Math.min(size, MAX_DIRECTORY_BYTES)));
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < Math.min(count, maxEntries)) {
    if (at + ENTRY_BYTES > bytes.byteLength || bytes.getUint32(at, true) !== ENTRY) {
      // A directory longer than the limit is shown as far as it was read.
      if (size > MAX_DIRECTORY_BYTES) break;
      throw damaged(`it names ${count.toLocaleString('en')} files and has ${entries.length}`);
    }
    const length = lengthAt(bytes, at);
    if (at + length > bytes.byteLength) throw damaged('an entry is longer than the list');
    entries.push(entryAt(bytes, at));
    at += length;
  }
  return { count, entries };
}

async function findDirectory(body: Blob): Promise<{ count: number; offset: number; size: number }> {
  const start = Math.max(0, body.size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await viewOf(body.slice(start));
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    const isEnd = tail.getUint32(at, true) === END;
    if (!isEnd || at + END_BYTES + tail.getUint16(at + 20, true) !== tail.byteLength) continue;
    const count = tail.getUint16(at + 10, true);
    const size = tail.getUint32(at + 12, true);
    const offset = tail.getUint32(at + 16, true);
    const isZip64 = count === 0xffff || size === IN_ZIP64 || offset === IN_ZIP64;
    const located = isZip64 && at >= 20 && tail.getUint32(at - 20, true) === LOCATOR_64;
    return located ? readEnd64(body, large(tail, at - 12)) : { count, offset, size };
  }
  throw new UnreadableFileError('This is not a ZIP file, or its end is missing.');
}

async function readEnd64(body: Blob, at: number) {
  const end = await viewOf(body.slice(at, at + 56));
  if (end.byteLength < 56 || end.getUint32(0, true) !== END_64) throw damaged('its position is wrong');
  return { count: large(end, 32), size: large(end, 40), offset: large(end, 48) };
}

/** A number of eight bytes. Larger than any file, if it is not exact. */
const large = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

const lengthAt = (view: DataView, at: number) =>
  ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);

function entryAt(view: DataView, at: number): ZipEntry {
  const nameLength = view.getUint16(at + 28, true);
  const extraStart = at + ENTRY_BYTES + nameLength;
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_BYTES, nameLength);
  const name = textOf(bytes);
  const sizes = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  const [unpacked = 0, packedBytes = 0, offset = 0] = withLargeSizes(
    view,
    extraStart,
    view.getUint16(at + 30, true),
    sizes,
  );
  return {
    name,
    isFolder: name.endsWith('/'),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    method: view.getUint16(at + 10, true),
    packedBytes,
    bytes: unpacked,
    offset,
  };
}

/** Replaces the sizes that stand in the ZIP64 field, in the order of the field (APPNOTE 4.5.3). */
function withLargeSizes(view: DataView, start: number, length: number, sizes: number[]): number[] {
  const end = start + length;
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const fieldEnd = Math.min(end, at + 4 + view.getUint16(at + 2, true));
    let next = at + 4;
    return sizes.map((size) => {
      if (size !== IN_ZIP64 || next + 8 > fieldEnd) return size;
      next += 8;
      return large(view, next - 8);
    });
  }
  return sizes;
}

/** Names are UTF-8, or in an encoding that the ZIP does not tell. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The content of one entry, unpacked up to `maxBytes`. A longer entry is rejected, however small it claims to be. */
export async function unpackEntry(body: Blob, entry: ZipEntry, maxBytes: number): Promise<Blob> {
  const { content, isCut } = await unpackStart(body, entry, maxBytes);
  if (isCut) throw new UnreadableFileError(`Its text is larger than ${maxBytes / 1_000_000} MB.`);
  return content;
}

/** The first `maxBytes` of one entry, or slightly more. */
export async function unpackStart(
  body: Blob,
  entry: ZipEntry,
  maxBytes: number,
): Promise<{ content: Blob; isCut: boolean }> {
  const header = await viewOf(body.slice(entry.offset, entry.offset + 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) {
    throw damaged(`the position of ${entry.name} is wrong`);
  }
  if (entry.isEncrypted) throw new UnreadableFileError('The file is protected with a password.');
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = body.slice(start, start + entry.packedBytes);
  if (entry.method === 0) return { content: packed.slice(0, maxBytes), isCut: packed.size > maxBytes };
  if (entry.method !== 8) throw new UnreadableFileError('The file is compressed in an unknown way.');
  const chunks: BlobPart[] = [];
  let length = 0;
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      length += read.value.length;
      if (length <= maxBytes) continue;
      void reader.cancel().catch(() => {});
      return { content: new Blob(chunks), isCut: true };
    }
  } catch {
    throw new UnreadableFileError('The compressed content is damaged.');
  }
  return { content: new Blob(chunks), isCut: false };
}
