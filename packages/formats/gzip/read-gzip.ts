import { lacksEndBlock } from '../source/bgzf.ts';
import { BoundedReader } from '../source/bounded-reader.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

export interface GzipContent {
  content: Blob;
  /** Whether the file contains more than is unpacked: 64 MB, or what was asked for. */
  isCut: boolean;
  /** `no end mark`: a file of bgzip lacks the mark that ends it. `followed`: bytes that are no gzip follow, which are left out. */
  flaw: 'no end mark' | 'followed' | null;
}

const MAX_BYTES = 64_000_000;
const STEP = 1_000_000;

/** Unpacks a gzip file. Rejects with `UnreadableFileError`. */
export async function readGzip(body: Blob): Promise<GzipContent> {
  if (!(await isGzip(body))) throw new UnreadableFileError('This is not a gzip file.');
  return unpack(body, MAX_BYTES);
}

/** What a file contains, or its beginning: the file itself if it is not packed. */
export async function startOfContent(body: Blob, bytes: number): Promise<GzipContent> {
  if (await isGzip(body)) return unpack(body, bytes);
  return { content: body.slice(0, bytes), isCut: body.size > bytes, flaw: null };
}

/** What a file contains: the file itself if it is not packed. Rejects with `UnreadableFileError` if that is too much. */
export async function contentOf(body: Blob): Promise<Blob> {
  if (!(await isGzip(body))) return body;
  const { content, isCut } = await unpack(body, MAX_BYTES);
  if (isCut) throw new UnreadableFileError('A version has more than 64 MB when it is unpacked.');
  return content;
}

async function isGzip(body: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await body.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

async function unpack(body: Blob, most: number): Promise<GzipContent> {
  const reader = new BoundedReader(body, true);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const flaw = async () =>
    (await lacksEndBlock(body)) ? 'no end mark' : reader.isFollowed ? 'followed' : null;
  for (;;) {
    const part = await reader.read(Math.min(STEP, most + 1 - length));
    if (part.length === 0) return { content: new Blob(parts), isCut: false, flaw: await flaw() };
    length += part.length;
    if (length <= most) parts.push(part);
    else {
      reader.cancel();
      const content = new Blob([...parts, part.subarray(0, part.length - 1)]);
      return { content, isCut: true, flaw: await flaw() };
    }
  }
}
