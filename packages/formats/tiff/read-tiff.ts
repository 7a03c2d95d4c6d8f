import { GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { boundDecoders, boundJpeg } from './bounded-decoders.ts';
import { contrastOf, MAX_SHOWN_SIDE } from './contrast.ts';

export interface TiffPage {
  /** Number of pages that are counted: the first 2,000. */
  pages: number;
  /** Whether there may be more. */
  hasMorePages: boolean;
  page: number;
  /** Size in the file. */
  width: number;
  height: number;
  /** Bits of one sample. */
  bits: number;
  isFloat: boolean;
  compression: string;
  description: string;
  /** Number of samples of a pixel in the file. */
  samples: number;
  /** The pixels, possibly of a smaller image: gray values, or red, green and blue in turn. */
  shown: { width: number; height: number; channels: 1 | 3; values: Uint8Array | Uint16Array | Float32Array };
  /** Least and greatest value. */
  range: [low: number, high: number];
  /** Values that few pixels are below and above. */
  contrast: [low: number, high: number];
  /** Whether low values are white. */
  isInverted: boolean;
  /** The value that stands for none in the file (GDAL). It is left out of range and contrast. */
  noData: number | null;
}

export interface TiffOptions {
  page: number;
}

const MAX_PAGES = 2_000;
const MAX_PIXELS = 64_000_000;
const MAX_BYTES = 256_000_000;
const MAX_SAMPLES = 64;
const MAX_DESCRIPTION = 500;
/** Longer parts must lie within the file. */
const READ_AHEAD = 65_536;

const COMPRESSIONS: Readonly<Record<number, string>> = {
  1: 'None',
  5: 'LZW',
  7: 'JPEG',
  8: 'Deflate',
  32773: 'PackBits',
  32946: 'Deflate',
};
const OTHER_COMPRESSIONS: Readonly<Record<number, string>> = {
  2: 'CCITT',
  3: 'CCITT',
  4: 'CCITT',
  6: 'JPEG of before 1995',
  33003: 'JPEG 2000',
  33005: 'JPEG 2000',
  34712: 'JPEG 2000',
  34887: 'LERC',
  50000: 'Zstandard',
  50001: 'WebP',
};
const [WHITE_IS_ZERO, RGB, PALETTE, YCBCR] = [0, 2, 3, 6];
const JPEG = 7;
/** The decoder needs about 15 bytes for each pixel of a tile. */
const MAX_JPEG_PIXELS = 16_000_000;

/** One page of a TIFF 6.0 or BigTIFF, with its contrast. Sizes are judged before anything is allocated. */
export async function readTiff(body: Blob, { page }: TiffOptions): Promise<TiffPage> {
  boundDecoders();
  try {
    return await readPage(await GeoTIFF.fromSource(sourceOf(body) as never), page);
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    if (error instanceof Error && /unsupported data format/i.test(error.message))
      throw new UnreadableFileError('The preview does not read the type of the pixels of this TIFF image.');
    throw new UnreadableFileError('This is not a TIFF image, or it is damaged.');
  }
}

/** Reads parts of the file, none of which may be longer than the file. */
function sourceOf(body: Blob) {
  return {
    fileSize: body.size,
    close: async () => {},
    fetch: (slices: { offset: number; length: number }[]) =>
      Promise.all(
        slices.map(({ offset, length }) => {
          const isOutside = offset > body.size || (length > READ_AHEAD && offset + length > body.size);
          if (isOutside) throw new UnreadableFileError('The TIFF image is damaged: a part is missing.');
          return body.slice(offset, offset + length).arrayBuffer();
        }),
      ),
  };
}

async function readPage(tiff: GeoTIFF, page: number): Promise<TiffPage> {
  const images: GeoTIFFImage[] = [];
  while (images.length < MAX_PAGES) {
    const image = await tiff.getImage(images.length).catch((error: unknown) => {
      if (images.length === 0) throw error;
      return null;
    });
    if (!image) break;
    images.push(image);
  }
  const image = images[page];
  if (!image) throw new UnreadableFileError(`The TIFF image has no page ${page + 1}.`);
  const { fileDirectory: directory } = image;
  const [width, height, samples] = [image.getWidth(), image.getHeight(), image.getSamplesPerPixel()];
  const compressionId = Number(directory.getValue('Compression') ?? 1);
  const photometric = Number(directory.getValue('PhotometricInterpretation') ?? 1);
  const isColour =
    photometric === PALETTE || ((photometric === RGB || photometric === YCBCR) && samples >= 3);
  const channels = isColour ? 3 : 1;
  const bits = image.getBitsPerSample(0);
  const isFloat = image.getSampleFormat(0) === 3;
  requireReadable(image, compressionId, bits);
  if (compressionId === JPEG) boundJpeg();
  const scale = Math.min(1, MAX_SHOWN_SIDE / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const raster = isColour
    ? await image.readRGB({ ...size, interleave: true })
    : await image.readRasters({ ...size, interleave: true, samples: [0] });
  const values = compact(raster as unknown as ArrayLike<number>, bits, isFloat);
  const description = await directory.loadValue('ImageDescription').catch(() => undefined);
  const noData = await noDataOf(image, values);
  const { range, contrast } = contrastOf(values, noData);
  return {
    pages: images.length,
    hasMorePages: images.length === MAX_PAGES,
    page,
    width,
    height,
    bits,
    isFloat,
    samples,
    compression: COMPRESSIONS[compressionId] ?? '',
    description: cut(
      String(description ?? '')
        .replaceAll('\0', '')
        .trim(),
      MAX_DESCRIPTION,
    ),
    shown: { ...size, channels, values },
    range,
    contrast: photometric === PALETTE || (isColour && bits === 8) ? [0, 255] : contrast,
    isInverted: photometric === WHITE_IS_ZERO,
    noData,
  };
}

function requireReadable(image: GeoTIFFImage, compression: number, bits: number): void {
  const [width, height, samples] = [image.getWidth(), image.getHeight(), image.getSamplesPerPixel()];
  const amount = (value: number) => value.toLocaleString('en');
  if (!(width > 0 && height > 0 && samples > 0 && bits > 0 && bits <= 64)) {
    throw new UnreadableFileError('The TIFF image is damaged: it has no size.');
  }
  const block = image.getTileWidth() * Math.min(image.getTileHeight(), height);
  const bytes = (Math.max(width * height, block) * bits * Math.min(samples, 4)) / 8;
  if (width * height > MAX_PIXELS || block > MAX_PIXELS || bytes > MAX_BYTES || samples > MAX_SAMPLES) {
    throw new UnreadableFileError(
      `The image has ${amount(width)} × ${amount(height)} pixels of ${bits} bits; the preview reads up to ${amount(MAX_PIXELS)} pixels and ${MAX_BYTES / 1_000_000} MB.`,
    );
  }
  if (compression === JPEG && (bits !== 8 || block > MAX_JPEG_PIXELS)) {
    throw new UnreadableFileError(
      `The preview reads JPEG in TIFF images of 8 bits, in parts of up to ${amount(MAX_JPEG_PIXELS)} pixels.`,
    );
  }
  if (Object.hasOwn(COMPRESSIONS, compression)) return;
  const name = OTHER_COMPRESSIONS[compression] ?? `number ${compression}`;
  throw new UnreadableFileError(`The preview does not read the compression of this TIFF image: ${name}.`);
}

/** Values in the smallest type that keeps them, to be sent to the page. */
function compact(values: ArrayLike<number>, bits: number, isFloat: boolean) {
  if (values instanceof Uint8Array || values instanceof Uint16Array) return values;
  if (!isFloat && bits <= 8 && !(values instanceof Int8Array)) return Uint8Array.from(values);
  return Float32Array.from(values);
}

/** As the values have it: of a number of 32 bits, GDAL writes more digits or fewer. */
async function noDataOf(image: GeoTIFFImage, values: ArrayLike<number>): Promise<number | null> {
  const written = await image.fileDirectory.loadValue('GDAL_NODATA').catch(() => undefined);
  const text = String(written ?? '')
    .replaceAll('\0', '')
    .trim();
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) return null;
  return values instanceof Float32Array ? Math.fround(value) : value;
}
