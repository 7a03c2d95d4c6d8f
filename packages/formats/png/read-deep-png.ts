import { unzlibSync } from 'fflate';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { contrastOf, MAX_SHOWN_SIDE } from '../tiff/contrast.ts';
import type { TiffPage } from '../tiff/read-tiff.ts';

const MAX_BYTES = 256_000_000;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const HEADER_BYTES = 33;
/** Samples of a pixel by colour type: gray, colours, gray and colours with opacity. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

const damaged = (why: string) => new UnreadableFileError(`The PNG image is damaged: ${why}.`);

/**
 * The pixels of a PNG of 16 bits (ISO/IEC 15948), without opacity, and their contrast: cameras use few of the bits. Sizes are judged before
 * anything is allocated.
 */
export async function readDeepPng(body: Blob): Promise<TiffPage> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  const isPng = bytes.length >= HEADER_BYTES && SIGNATURE.every((byte, at) => bytes[at] === byte);
  const [depth, colour = -1, , , interlace] = bytes.subarray(24, 29);
  const samples = SAMPLES[colour];
  if (!isPng || depth !== 16 || interlace !== 0 || samples === undefined)
    throw new UnreadableFileError('This is not a PNG image of 16 bits without interlace.');
  const view = new DataView(bytes.buffer);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const rowBytes = width * samples * 2;
  if (width === 0 || height === 0) throw damaged('it has no size');
  if ((rowBytes + 1) * height > MAX_BYTES)
    throw new UnreadableFileError(
      `The preview reads PNG images of 16 bits up to ${MAX_BYTES / 1_000_000} MB of pixels.`,
    );
  const rows = unpacked(view, (rowBytes + 1) * height);
  unfilter(rows, rowBytes, samples * 2);
  const channels = samples >= 3 ? 3 : 1;
  const scale = Math.min(1, MAX_SHOWN_SIDE / Math.max(width, height));
  const shown = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const values = new Uint16Array(shown.width * shown.height * channels);
  let next = 0;
  for (let y = 0; y < shown.height; y++) {
    const row = Math.floor((y * height) / shown.height) * (rowBytes + 1) + 1;
    for (let x = 0; x < shown.width; x++) {
      const pixel = row + Math.floor((x * width) / shown.width) * samples * 2;
      for (let channel = 0; channel < channels; channel++, next++)
        values[next] = ((rows[pixel + 2 * channel] ?? 0) << 8) | (rows[pixel + 2 * channel + 1] ?? 0);
    }
  }
  return {
    pages: 1,
    hasMorePages: false,
    page: 0,
    width,
    height,
    bits: 16,
    isFloat: false,
    compression: '',
    description: '',
    samples,
    shown: { ...shown, channels, values },
    ...contrastOf(values, null),
    isInverted: false,
    noData: null,
  };
}

/** The rows, each after the number of its filter. */
function unpacked(view: DataView, length: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = SIGNATURE.length; at + 12 <= view.byteLength; ) {
    const size = view.getUint32(at);
    if (at + 12 + size > view.byteLength) break;
    // IDAT
    if (view.getUint32(at + 4) === 0x49444154) parts.push(new Uint8Array(view.buffer, at + 8, size));
    at += 12 + size;
  }
  const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  try {
    const rows = unzlibSync(packed, { out: new Uint8Array(length) });
    if (rows.length === length) return rows;
  } catch {
    // Said below.
  }
  throw damaged('its pixels are missing or changed');
}

/** Turns the differences of each row back into its bytes (9.2), in place. */
function unfilter(rows: Uint8Array, rowBytes: number, pixelBytes: number): void {
  for (let row = 0; row < rows.length; row += rowBytes + 1) {
    const filter = rows[row] ?? 0;
    if (filter > 4) throw damaged('a row has an unknown filter');
    if (filter === 0) continue;
    for (let index = 0; index < rowBytes; index++) {
      const at = row + 1 + index;
      const left = index < pixelBytes ? 0 : (rows[at - pixelBytes] ?? 0);
      const above = row === 0 ? 0 : (rows[at - rowBytes - 1] ?? 0);
      const corner = row === 0 || index < pixelBytes ? 0 : (rows[at - rowBytes - 1 - pixelBytes] ?? 0);
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? above
            : filter === 3
              ? (left + above) >> 1
              : paeth(left, above, corner);
      rows[at] = (rows[at] ?? 0) + guess;
    }
  }
}

/** The nearest of three bytes to their plane. */
function paeth(left: number, above: number, corner: number): number {
  const plane = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((byte) => Math.abs(plane - byte));
  if ((toLeft ?? 0) <= (toAbove ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left;
  return (toAbove ?? 0) <= (toCorner ?? 0) ? above : corner;
}
