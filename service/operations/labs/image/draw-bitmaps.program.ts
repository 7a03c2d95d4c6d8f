import { buffer } from 'node:stream/consumers';
import type { Sharp } from 'sharp';
import { cleanSvg } from './clean-svg.ts';
import type { DrawnHeader } from './draw-bitmaps.ts';
import { type ImageType, isImageType, maxPixels, shownSide } from './image-types.ts';
import { checkRaster } from './raster-frames.ts';
import { RejectedImageError } from './rejected-image-error.ts';

/**
 * Program of the process behind `drawBitmaps`: reads a picture of the type in its argument from its input, and writes a line of
 * JSON (`DrawnHeader`) and the bitmaps. It gets no secret, and its caller ends it.
 */

/** The one decoder of libvips that a type may use, whatever the bytes say. */
const loaders: Record<ImageType, string> = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
  'image/svg+xml': 'VipsForeignLoadSvgBuffer',
};

/** Checks headers and structure before a decoder is loaded. */
function check(type: ImageType, bytes: Uint8Array): Uint8Array {
  if (type === 'image/svg+xml') return Buffer.from(cleanSvg(bytes));
  checkRaster(type, bytes);
  return bytes;
}

/** The first frame, upright, in sRGB and without metadata. */
async function draw(type: ImageType, bytes: Uint8Array): Promise<{ png: Buffer; webp: Buffer }> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [loaders[type], 'VipsForeignLoadPngBuffer'] });
  const open = (input: Uint8Array): Sharp =>
    sharp(input, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  const png = await open(bytes)
    .autoOrient()
    .resize(shownSide, shownSide, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
  return { png, webp: await open(png).webp({ quality: 85 }).toBuffer() };
}

const answer = (header: DrawnHeader, ...bodies: Buffer[]) =>
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...bodies]));

const [, , type = ''] = process.argv;
if (!isImageType(type)) throw new Error('Expected the type of the picture.');
try {
  const checked = check(type, await buffer(process.stdin));
  const { png, webp } = await draw(type, checked);
  answer({ png: png.length, webp: webp.length }, png, webp);
} catch (error) {
  if (error instanceof RejectedImageError) answer({ refusal: error.reason });
  // A drawing was parsed before, so the rasterizer rejects how much it asks for.
  else if (isDecoderError(error)) answer({ refusal: type === 'image/svg+xml' ? 'TOO_COMPLEX' : 'DAMAGED' });
  else throw error;
}

/** Errors of libvips have no class of their own. Errors of loading the library have a code. */
function isDecoderError(error: unknown): boolean {
  return error instanceof Error && !('code' in error) && !error.message.includes('Could not load');
}
