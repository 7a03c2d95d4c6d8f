import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { type ImageType, maxPixels } from './image-types.ts';
import { RejectedImageError } from './rejected-image-error.ts';

export type RasterType = Exclude<ImageType, 'image/svg+xml'>;

interface Format {
  /** Checks the magic bytes of this format. */
  isOne(bytes: Buffer): boolean;
  /** Reads the sizes for which a decoder allocates memory from the headers. Throws on unknown data. */
  frames(bytes: Buffer): { width: number; height: number }[];
  /** Whether the file has its end. */
  isWhole(bytes: Buffer): boolean;
}

const startsWith = (bytes: Buffer, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

const formats: Record<RasterType, Format> = {
  'image/png': {
    isOne: (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    frames: (bytes) => (PNG.validate(bytes) ? [PNG.calculate(bytes)] : []),
    isWhole: (bytes) => bytes.lastIndexOf('IEND') > 0,
  },
  'image/webp': {
    isOne: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    frames: (bytes) => (WEBP.validate(bytes) ? [WEBP.calculate(bytes)] : []),
    isWhole: (bytes) => bytes.readUInt32LE(4) + 8 <= bytes.length,
  },
  'image/jpeg': {
    isOne: (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff),
    frames: (bytes) => [jpegFrame(bytes)],
    isWhole: (bytes) => bytes.lastIndexOf(Buffer.of(0xff, 0xd9)) > 0,
  },
  'image/gif': {
    isOne: (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
    frames: gifFrames,
    // The walk over its blocks ends at the trailer or throws.
    isWhole: () => true,
  },
};

/**
 * Accepts an image that is complete, of the stated type and within `maxPixels`. Decodes nothing.
 * @throws RejectedImageError
 */
export function checkRaster(type: RasterType, content: Uint8Array): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const format = formats[type];
  if (!format.isOne(bytes)) throw new RejectedImageError('TYPE_MISMATCH');
  const frames = framesOrRefuse(() => format.frames(bytes));
  for (const { width, height } of frames) {
    if (!(width > 0 && height > 0)) throw new RejectedImageError('DAMAGED');
    if (width * height > maxPixels) throw new RejectedImageError('TOO_MANY_PIXELS');
  }
  if (frames.length === 0 || !format.isWhole(bytes)) throw new RejectedImageError('DAMAGED');
}

/** Any error of the parser, e.g. an early end of the file, means a damaged image. */
function framesOrRefuse(read: () => { width: number; height: number }[]) {
  try {
    return read();
  } catch {
    throw new RejectedImageError('DAMAGED');
  }
}

/**
 * Reads the frame header, segment by segment (ITU-T T.81, annex B). Strict: a reader that skips unknown data could find
 * another header than the decoder.
 */
function jpegFrame(bytes: Buffer): { width: number; height: number } {
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff) throw new Error('no marker');
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Scan data or the end before any frame, or a marker without a segment.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) throw new Error('no frame');
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}

/** Checks the canvas and every frame: browsers allocate memory for frames larger than the canvas. */
function gifFrames(bytes: Buffer): { width: number; height: number }[] {
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const frames = [{ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }];
  let at = 13 + colours(bytes.readUInt8(10));
  const skipBlocks = () => {
    for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length;
    at += 1;
  };
  for (;;) {
    const kind = bytes.readUInt8(at);
    if (kind === 0x3b) return frames;
    if (kind === 0x21) at += 2;
    else if (kind === 0x2c) {
      frames.push({ width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7) });
      at += 11 + colours(bytes.readUInt8(at + 9));
    } else throw new Error('no block');
    skipBlocks();
  }
}
