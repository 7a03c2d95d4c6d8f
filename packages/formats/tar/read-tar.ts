import { BoundedReader } from '../source/bounded-reader.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

export interface TarEntry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  bytes: number;
  /** Where a link leads to. */
  target: string | null;
}

export interface TarListing {
  /** Number of entries that were counted. */
  count: number;
  /** The first entries. */
  entries: TarEntry[];
  /** Whether more entries may follow those that were counted. */
  isCut: boolean;
}

export const MAX_ENTRIES = 1_000;
const MAX_COUNTED = 100_000;
/** Bytes of a compressed archive that are unpacked to find its entries. */
const MAX_UNPACKED = 500_000_000;
const MAX_NAME_BYTES = 64 * 1024;
const BLOCK = 512;
const STEP = 1_000_000;

const damaged = (why: string) => new UnreadableFileError(`The TAR is damaged: ${why}.`);

/**
 * Lists a TAR (POSIX.1-1988 and 2001, GNU), compressed with gzip or not, by the headers of its entries. Nothing of their content is kept.
 * The sizes are what the headers claim.
 */
export async function readTar(body: Blob): Promise<TarListing> {
  const source = await Blocks.of(body);
  try {
    return await listOf(source);
  } finally {
    source.cancel();
  }
}

/** What an entry tells about the next one: its name, target or size, where the header has no room for it. */
type Extension = Partial<Record<'path' | 'linkpath' | 'size', string>>;

async function listOf(source: Blocks): Promise<TarListing> {
  const entries: TarEntry[] = [];
  let [count, next]: [number, Extension] = [0, {}];
  while (count < MAX_COUNTED) {
    const header = await source.read(BLOCK);
    // An archive ends with blocks of zeros, which some programs leave out.
    const isEnd = header.every((byte) => byte === 0) && (header.length === BLOCK || count > 0);
    if (isEnd) {
      await source.readEnd();
      return { count, entries, isCut: false };
    }
    if (source.isCut) return { count, entries, isCut: true };
    if (header.length < BLOCK || !isHeader(header)) {
      if (source.position <= BLOCK) throw new UnreadableFileError('This is not a TAR file.');
      throw damaged(`it ends or is changed after ${count.toLocaleString('en')} entries`);
    }
    const bytes = sizeOf(header, next);
    const type = String.fromCharCode(header[156] ?? 0);
    if ('LKx'.includes(type)) {
      if (bytes > MAX_NAME_BYTES) throw damaged('the name of an entry is too long');
      const content = await source.read(bytes);
      next = { ...next, ...extensionOf(type, content) };
    } else if (type !== 'g') {
      count++;
      if (entries.length < MAX_ENTRIES) entries.push(entryOf(header, type, bytes, next));
      next = {};
      await source.skip(bytes);
    } else await source.skip(bytes);
    await source.skip((BLOCK - (bytes % BLOCK)) % BLOCK);
  }
  return { count, entries, isCut: true };
}

/** The bytes of a TAR from its beginning to its end. */
class Blocks {
  position = 0;
  readonly #body: Blob;
  /** Of a compressed archive, whose bytes are unpacked in turn. */
  readonly #unpacked: BoundedReader | null;

  private constructor(body: Blob, unpacked: BoundedReader | null) {
    this.#body = body;
    this.#unpacked = unpacked;
  }

  static async of(body: Blob): Promise<Blocks> {
    const [first, second] = new Uint8Array(await body.slice(0, 2).arrayBuffer());
    return new Blocks(body, first === 0x1f && second === 0x8b ? new BoundedReader(body, true) : null);
  }

  /** Whether so much was unpacked that the rest is not read. */
  get isCut(): boolean {
    return this.#unpacked !== null && this.position >= MAX_UNPACKED;
  }

  /** The next bytes: fewer if the archive ends before. */
  async read(length: number): Promise<Uint8Array> {
    const bytes = this.#unpacked
      ? await this.#unpacked.read(length)
      : new Uint8Array(await this.#body.slice(this.position, this.position + length).arrayBuffer());
    this.position += bytes.length;
    return bytes;
  }

  async skip(length: number): Promise<void> {
    if (!this.#unpacked) {
      if (length > this.#body.size - this.position) throw damaged('an entry is longer than the file');
      this.position += length;
      return;
    }
    for (let left = length; left > 0 && !this.isCut; ) {
      const { length: read } = await this.read(Math.min(STEP, left));
      if (read === 0) throw damaged('an entry is longer than the file');
      left -= read;
    }
  }

  /** Reads on to the end of a compressed archive, where its checksum is, unless more than its last blocks follow. */
  async readEnd(): Promise<void> {
    await this.#unpacked?.read(STEP);
    await this.#unpacked?.read(1);
  }

  cancel(): void {
    this.#unpacked?.cancel();
  }
}

/** The sum of the bytes of a header, in which the sum itself counts as spaces. */
function isHeader(header: Uint8Array): boolean {
  const claimed = octal(header.subarray(148, 156));
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return claimed === sum;
}

const octal = (bytes: Uint8Array) => Number.parseInt(nameOf(bytes).trim() || '0', 8);

function sizeOf(header: Uint8Array, { size }: Extension): number {
  const field = header.subarray(124, 136);
  // GNU writes sizes that have no room as a binary number.
  const isBinary = ((field[0] ?? 0) & 0x80) !== 0;
  const bytes = isBinary
    ? field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0)
    : size === undefined
      ? octal(field)
      : Number(size);
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw damaged('the size of an entry is impossible');
  return bytes;
}

function extensionOf(type: string, content: Uint8Array): Extension {
  if (type === 'L') return { path: nameOf(content) };
  if (type === 'K') return { linkpath: nameOf(content) };
  // Records of pax: length, keyword and value, each with a line end.
  const found: Extension = {};
  for (let at = 0; at < content.length; ) {
    const [start = '', length = ''] = /^(\d{1,6}) /.exec(nameOf(content.subarray(at, at + 8))) ?? [];
    if (Number(length) <= start.length) break;
    const record = nameOf(content.subarray(at + start.length, at + Number(length) - 1));
    const [, key, value = ''] = /^(path|linkpath|size)=(.*)$/s.exec(record) ?? [];
    if (key === 'path' || key === 'linkpath' || key === 'size') found[key] = value;
    at += Number(length);
  }
  return found;
}

function entryOf(header: Uint8Array, type: string, bytes: number, { path, linkpath }: Extension): TarEntry {
  const short = nameOf(header.subarray(0, 100));
  const isPosix = nameOf(header.subarray(257, 263)) === 'ustar';
  const prefix = isPosix ? nameOf(header.subarray(345, 500)) : '';
  const name = path ?? (prefix === '' ? short : `${prefix}/${short}`);
  const isLink = type === '1' || type === '2';
  const isFile = ['0', '\0', '7', 'S'].includes(type);
  return {
    name,
    kind: isLink
      ? 'link'
      : type === '5' || (isFile && name.endsWith('/'))
        ? 'folder'
        : isFile
          ? 'file'
          : 'other',
    bytes,
    target: isLink ? (linkpath ?? nameOf(header.subarray(157, 257))) : null,
  };
}

/** A text that ends with a zero. Names are UTF-8, or in an encoding that the TAR does not tell. */
function nameOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const part = end < 0 ? bytes : bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(part);
  } catch {
    return new TextDecoder('windows-1252').decode(part);
  }
}
