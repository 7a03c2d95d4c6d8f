/** A part of an image, in image pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Side of the uploaded square in pixels. Sharp at every size that the app shows, and fast to load. */
const SIDE = 512;

/** Whether an image can be cropped. SVG has no pixels, and cropping a GIF would keep only one frame. */
export const canCrop = (type: string): boolean => type !== 'image/svg+xml' && type !== 'image/gif';

/** Crops an image to a square WebP. The result contains no camera metadata. */
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
