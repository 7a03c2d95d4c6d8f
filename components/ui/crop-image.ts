/** A part of an image, in image pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface CropResult {
  /** Pixels of each side. */
  side: number;
  /** Colour behind what is transparent; stays transparent without. */
  background?: string;
}

/** The image of a lab: sharp at every size that the app shows, and fast to load. */
const ofLab: CropResult = { side: 512 };

/** Whether an image can be cropped. SVG has no pixels, and cropping a GIF would keep only one frame. */
export const canCrop = (type: string): boolean => type !== 'image/svg+xml' && type !== 'image/gif';

/** Crops an image to a square WebP, or PNG where the browser writes none. The result contains no camera metadata. */
export async function cropImage(
  url: string,
  area: CropArea,
  { side, background }: CropResult = ofLab,
): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the image.');
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, side, side);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!blob) throw new Error('This browser cannot save the image.');
  return blob;
}
