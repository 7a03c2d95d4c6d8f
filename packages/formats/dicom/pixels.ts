import type { DataSet } from 'dicom-parser';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { type DecodedFrame, interleaved } from './decode-frame.ts';
import { type Palette, paletteOf } from './palette.ts';

const MAX_PIXELS = 40_000_000;

/** One value per pixel, or three (red, green, blue) of 8 bits. */
export type Pixels = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array;

/** How the header describes the pixels. */
export interface Layout {
  width: number;
  height: number;
  samples: number;
  /** Bits that a sample takes. */
  allocated: number;
  /** Bits of them that are its value. */
  stored: number;
  isSigned: boolean;
  /** Whether all red ones stand before all green ones. */
  isPlanar: boolean;
  photometric: string;
  palette: Palette | null;
}

const COLORS = new Set(['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_RCT', 'YBR_ICT']);

export function layoutOf(data: DataSet): Layout {
  const [height, width] = [data.uint16('x00280010') ?? 0, data.uint16('x00280011') ?? 0];
  if (width === 0 || height === 0)
    throw new UnreadableFileError('The DICOM file is damaged: the image has no size.');
  const samples = data.uint16('x00280002') ?? 1;
  if (width * height * samples > MAX_PIXELS) {
    throw new UnreadableFileError(`The image has ${width} × ${height} pixels, too many for a preview.`);
  }
  const allocated = data.uint16('x00280100') ?? 0;
  const photometric = data.string('x00280004')?.replaceAll('\0', '').trim() ?? '';
  const isGray = samples === 1 && /^MONOCHROME[12]$/.test(photometric) && [1, 8, 16, 32].includes(allocated);
  const isPalette = samples === 1 && photometric === 'PALETTE COLOR' && [8, 16].includes(allocated);
  const isColor = samples === 3 && COLORS.has(photometric) && [8, 16, 32].includes(allocated);
  if (!isGray && !isPalette && !isColor) {
    throw new UnreadableFileError(
      `The preview cannot show its kind of pixels (${photometric || 'unknown'}, ${allocated} bits).`,
    );
  }
  return {
    width,
    height,
    samples,
    allocated,
    stored: Math.min(allocated, data.uint16('x00280101') ?? allocated) || allocated,
    isSigned: data.uint16('x00280103') === 1,
    isPlanar: samples === 3 && data.uint16('x00280006') === 1,
    photometric,
    palette: isPalette ? paletteOf(data) : null,
  };
}

/** Bytes of an image that is not compressed; a fraction where pixels have one bit. */
export function frameBytesOf({ width, height, samples, allocated, photometric }: Layout): number {
  // Two pixels share their colour.
  const perPixel = photometric === 'YBR_FULL_422' ? 2 : samples;
  return (width * height * perPixel * allocated) / 8;
}

/** An image that is not compressed, as a decoder would give it. `bytes` is its own. */
export function plainFrame(
  bytes: Uint8Array<ArrayBuffer>,
  layout: Layout,
  isBigEndian: boolean,
): DecodedFrame {
  const { allocated, isPlanar, photometric } = layout;
  const bytesPerSample = Math.max(1, allocated / 8);
  if (isBigEndian && bytesPerSample > 1)
    for (let at = 0; at < bytes.length; at += bytesPerSample)
      bytes.subarray(at, at + bytesPerSample).reverse();
  if (photometric === 'YBR_FULL_422') return { bytes: withOwnColors(bytes), bytesPerSample, isRgb: false };
  return { bytes: isPlanar ? interleaved(bytes, 3, bytesPerSample) : bytes, bytesPerSample, isRgb: false };
}

/** Four bytes are two brightnesses and the colour that both pixels have. */
function withOwnColors(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array((bytes.length / 4) * 6);
  for (let from = 0, to = 0; from + 4 <= bytes.length; from += 4, to += 6) {
    const [first = 0, second = 0, blue = 0, red = 0] = bytes.subarray(from, from + 4);
    all.set([first, blue, red, second, blue, red], to);
  }
  return all;
}

/** The `pixels` bits of an image whose pixels have one, from a bit of the first byte on. */
export function bitsOf(bytes: Uint8Array, firstBit: number, pixels: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: pixels }, (_, index) => {
    const bit = firstBit + index;
    return ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1;
  });
}

/** The values of an image: grays as they are stored, colours as red, green and blue of 8 bits. */
export function pixelsOf(frame: DecodedFrame, layout: Layout): { pixels: Pixels; isColor: boolean } {
  const { palette, samples, photometric } = layout;
  const values = valuesOf(frame, layout);
  if (palette) return { pixels: palette.colorsOf(values), isColor: true };
  if (samples === 1) return { pixels: values, isColor: false };
  const shift = Math.max(0, layout.stored - 8);
  const colors =
    frame.bytesPerSample === 1
      ? frame.bytes
      : Uint8Array.from(values, (value: number) => (value >>> shift) & 0xff);
  const isYbr = !frame.isRgb && (photometric === 'YBR_FULL' || photometric === 'YBR_FULL_422');
  return { pixels: isYbr ? fromYbr(colors) : colors, isColor: true };
}

/** Bits above the stored ones are not part of the value. */
function valuesOf({ bytes, bytesPerSample, bits, isSigned }: DecodedFrame, layout: Layout): Pixels {
  const hasSign = isSigned ?? layout.isSigned;
  const stored = bits ?? layout.stored;
  const { buffer } = bytes;
  if (bytesPerSample === 1) {
    const unused = Math.max(0, 8 - stored);
    if (!hasSign) return unused === 0 ? bytes : bytes.map((value) => value & (0xff >> unused));
    return new Int8Array(buffer).map((value) => (value << unused) >> unused);
  }
  if (bytesPerSample === 2) {
    const unused = Math.max(0, 16 - stored);
    if (hasSign) return new Int16Array(buffer).map((value) => (value << (unused + 16)) >> (unused + 16));
    return new Uint16Array(buffer).map((value) => value & (0xffff >> unused));
  }
  const unused = Math.max(0, 32 - stored);
  if (hasSign) return new Int32Array(buffer).map((value) => (value << unused) >> unused);
  return new Uint32Array(buffer).map((value) => value & (0xffffffff >>> unused));
}

/** Red, green and blue of brightness and two differences of colour (PS3.3, C.7.6.3.1.2). */
function fromYbr(ybr: Uint8Array): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8ClampedArray(ybr.length);
  for (let at = 0; at + 3 <= ybr.length; at += 3) {
    const [y, blue, red] = [ybr[at] ?? 0, (ybr[at + 1] ?? 0) - 128, (ybr[at + 2] ?? 0) - 128];
    rgb[at] = y + 1.402 * red;
    rgb[at + 1] = y - 0.344136 * blue - 0.714136 * red;
    rgb[at + 2] = y + 1.772 * blue;
  }
  return new Uint8Array(rgb.buffer);
}
