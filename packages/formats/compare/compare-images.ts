import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { markDifference, type PixelDifference } from './pixel-difference.ts';

interface Size {
  width: number;
  height: number;
}

export interface ComparedImages extends PixelDifference {
  former: Size;
  later: Size;
  /** Size at which they were compared, with room for both. */
  compared: Size;
  /** Factor by which they were made smaller for the comparison; 1 if they were not. */
  scale: number;
  /** Picture of the difference, PNG. */
  picture: Blob;
}

/** Larger pictures are made smaller before they are compared. */
const MAX_PIXELS = 4_000_000;

/** Compares two pictures that browsers show, pixel by pixel, with their upper left corners together. Runs in a worker. */
export async function compareImages(later: Blob, { former }: { former: Blob }): Promise<ComparedImages> {
  const [before, after] = await Promise.all([bitmapOf(former), bitmapOf(later)]);
  const [widest, highest] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (widest * highest)));
  const compared = {
    width: Math.max(1, Math.round(widest * scale)),
    height: Math.max(1, Math.round(highest * scale)),
  };
  const canvas = new OffscreenCanvas(compared.width, compared.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new UnreadableFileError('This browser cannot compare pictures.');
  const pixelsOf = (bitmap: ImageBitmap) => {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, bitmap.width * scale, bitmap.height * scale);
    bitmap.close();
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const sizes = { former: sizeOf(before), later: sizeOf(after) };
  const [one, other] = [pixelsOf(before), pixelsOf(after)];
  const difference = markDifference(one.data, other.data, canvas.width);
  context.putImageData(one, 0, 0);
  return { ...sizes, ...difference, compared, scale, picture: await canvas.convertToBlob() };
}

async function bitmapOf(body: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(body);
  } catch {
    throw new UnreadableFileError('This browser cannot show one of the pictures.');
  }
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });
