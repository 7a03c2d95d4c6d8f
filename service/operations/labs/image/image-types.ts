/** Accepted MIME types of a lab's image with their size limits in bytes (docs/specification/labs.md#pictures). */
export const imageTypes = {
  'image/jpeg': { extension: 'jpg', maxBytes: 10_000_000 },
  'image/png': { extension: 'png', maxBytes: 10_000_000 },
  'image/webp': { extension: 'webp', maxBytes: 10_000_000 },
  'image/gif': { extension: 'gif', maxBytes: 10_000_000 },
  // Text that a page draws: a tenth of it says more than a screen can show.
  'image/svg+xml': { extension: 'svg', maxBytes: 1_000_000 },
} as const;

export type ImageType = keyof typeof imageTypes;

/** Width by height, of every frame; a decoder takes four bytes for each. */
export const maxPixels = 40_000_000;

export function isImageType(contentType: string): contentType is ImageType {
  return Object.hasOwn(imageTypes, contentType);
}

/** Key in the object storage of the picture that comes out of an upload; its path on this service too. */
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
