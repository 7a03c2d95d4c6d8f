/** Accepted MIME types of a lab's image with their size limits in bytes (docs/specification/labs.md#images). */
export const imageTypes = {
  'image/jpeg': { extension: 'jpg', maxBytes: 10_000_000 },
  'image/png': { extension: 'png', maxBytes: 10_000_000 },
  'image/webp': { extension: 'webp', maxBytes: 10_000_000 },
  'image/gif': { extension: 'gif', maxBytes: 10_000_000 },
  // SVG is text that the browser renders, so a tenth of the size is enough.
  'image/svg+xml': { extension: 'svg', maxBytes: 1_000_000 },
} as const;

export type ImageType = keyof typeof imageTypes;

/** Maximum pixels of every frame; a decoder needs four bytes per pixel. */
export const maxPixels = 40_000_000;

/** The longer side of a published picture in pixels, at most. */
export const shownSide = 1_024;

export function isImageType(contentType: string): contentType is ImageType {
  return Object.hasOwn(imageTypes, contentType);
}

/** Types of published pictures. */
const bitmapTypes = { png: 'image/png', webp: 'image/webp' } as const;
export type BitmapFormat = keyof typeof bitmapTypes;

/** Path on this service under which a picture is uploaded, and published as PNG. The WebP beside it ends in `.webp`. */
export function imageKey(id: string): string {
  return `images/${id}.png`;
}

/**
 * Storage key of a published bitmap. It differs from the path: everything that was stored under `images/` before pictures were
 * drawn by this service has no such key, so it is never served.
 */
export function bitmapKey(id: string, format: BitmapFormat): string {
  return `bitmaps/${id}.${format}`;
}

/** Both bitmaps of a picture. */
export function bitmapKeys(id: string): string[] {
  return [bitmapKey(id, 'png'), bitmapKey(id, 'webp')];
}

const keyPattern = /^images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(jpg|png|webp|gif|svg)$/;

/** The upload that a path names, or null for any other text. Other extensions than two are of pictures published before. */
export function parseImageKey(key: string): { id: string; format: BitmapFormat | null } | null {
  const [, id, extension] = keyPattern.exec(key) ?? [];
  if (!id) return null;
  return { id, format: extension === 'png' || extension === 'webp' ? extension : null };
}

export function bitmapType(format: BitmapFormat): string {
  return bitmapTypes[format];
}
