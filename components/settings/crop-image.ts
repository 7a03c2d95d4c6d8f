/** A part of a picture, in its own pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Side of the square that is sent: sharp wherever the app shows it, small to load. */
const SIDE = 512;

/** Whether cutting makes sense: a drawing has no pixels, and an animation would lose all frames but one. */
export const canCrop = (type: string): boolean => type !== 'image/svg+xml' && type !== 'image/gif';

/** Cuts a square out of a picture, as WebP. What a camera wrote into the file is not in it. */
export async function cropImage(url: string, area: CropArea): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the image.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, SIDE, SIDE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!blob) throw new Error('This browser cannot save the image.');
  return blob;
}
