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

export function isImageType(contentType: string): contentType is ImageType {
  return Object.hasOwn(imageTypes, contentType);
}

/** Storage key of the published image, which is also its path on this service. */
export function imageKey(id: string, type: ImageType): string {
  return `images/${id}.${imageTypes[type].extension}`;
}

const keyPattern = /^images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z]+)$/;

/** The upload and type that an `imageKey` names, or null for any other text. */
export function parseImageKey(key: string): { id: string; type: ImageType } | null {
  const [, id, extension] = keyPattern.exec(key) ?? [];
  const type = Object.keys(imageTypes).find(
    (name): name is ImageType => isImageType(name) && imageTypes[name].extension === extension,
  );
  return id && type ? { id, type } : null;
}
