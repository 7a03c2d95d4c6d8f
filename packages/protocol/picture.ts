/** Side of a profile picture in pixels: sharp at 40 pixels on every screen. */
export const pictureSide = 128;
export const pictureMaxBytes = 100_000;

export type PictureType = 'image/png' | 'image/webp';

export interface PlainPicture {
  type: PictureType;
  bytes: Uint8Array;
}

interface Chunk {
  type: string;
  /** With its header, and its checksum or padding. */
  whole: Uint8Array;
  data: Uint8Array;
}

/** Chunks of a PNG that its pixels need. All others are metadata or animation. */
const pngChunks = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const pngStart = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * A picture without metadata: a PNG of the chunks that its pixels need, or a WebP of one image chunk, of `pictureSide`
 * pixels each way. A plain picture stays as it is. Decodes no pixels.
 * @returns `null` for anything else
 */
export function plainPicture(bytes: Uint8Array): PlainPicture | null {
  if (startsWith(bytes, pngStart)) return plainPng(bytes);
  return latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP' ? plainWebp(bytes) : null;
}

function plainPng(bytes: Uint8Array): PlainPicture | null {
  const chunks = chunksOf(bytes, pngStart.length, (view, at) => ({
    type: latin1(bytes, at + 4, at + 8),
    start: at + 8,
    length: view.getUint32(at),
    // The checksum.
    behind: 4,
  }));
  if (!chunks) return null;
  const kept = chunks.filter(({ type }) => pngChunks.includes(type));
  const types = kept.map(({ type }) => type).join(' ');
  const [header] = kept;
  if (!header || !/^IHDR( PLTE)?( tRNS)?( IDAT)+ IEND$/.test(types) || header.data.length !== 13) return null;
  const view = viewOf(header.data);
  if (!isSquare(view.getUint32(0), view.getUint32(4))) return null;
  return { type: 'image/png', bytes: joined([pngStart, ...kept.map(({ whole }) => whole)]) };
}

function plainWebp(bytes: Uint8Array): PlainPicture | null {
  if (viewOf(bytes).getUint32(4, true) + 8 !== bytes.length) return null;
  const chunks = chunksOf(bytes, 12, (view, at) => {
    const length = view.getUint32(at + 4, true);
    return { type: latin1(bytes, at, at + 4), start: at + 8, length, behind: length % 2 };
  });
  const images = chunks?.filter(({ type }) => type === 'VP8 ' || type === 'VP8L') ?? [];
  const [image] = images;
  if (!image || images.length > 1 || !isSquare(...webpSize(image))) return null;
  const start = Uint8Array.from(bytes.subarray(0, 12));
  viewOf(start).setUint32(4, 4 + image.whole.length, true);
  return { type: 'image/webp', bytes: joined([start, image.whole]) };
}

/** Width and height by the header of a lossy (RFC 6386, 9.1) or lossless image. */
function webpSize({ type, data }: Chunk): [number, number] {
  if (data.length < 10) return [0, 0];
  const view = viewOf(data);
  if (type === 'VP8L') {
    if (data[0] !== 0x2f) return [0, 0];
    const sizes = view.getUint32(1, true);
    return [(sizes & 0x3fff) + 1, ((sizes >>> 14) & 0x3fff) + 1];
  }
  const isKeyFrame =
    ((data[0] ?? 1) & 1) === 0 && startsWith(data.subarray(3), Uint8Array.of(0x9d, 0x01, 0x2a));
  return isKeyFrame ? [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff] : [0, 0];
}

interface ChunkHeader {
  type: string;
  start: number;
  length: number;
  behind: number;
}

/** The chunks of a file; `null` unless they fill it. */
function chunksOf(
  bytes: Uint8Array,
  first: number,
  read: (view: DataView, at: number) => ChunkHeader,
): Chunk[] | null {
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  for (let at = first; at < bytes.length; ) {
    if (at + 8 > bytes.length) return null;
    const { type, start, length, behind } = read(view, at);
    const end = start + length + behind;
    if (end > bytes.length) return null;
    chunks.push({ type, whole: bytes.subarray(at, end), data: bytes.subarray(start, start + length) });
    at = end;
  }
  return chunks;
}

const isSquare = (width: number, height: number) => width === pictureSide && height === pictureSide;
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const latin1 = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));
const startsWith = (bytes: Uint8Array, start: Uint8Array) => start.every((byte, at) => bytes[at] === byte);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
