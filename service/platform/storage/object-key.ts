import { createHash } from 'node:crypto';

const keyPattern = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;
const contentTypePattern = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;[\x20-\x7e]*)?$/;

/**
 * Keys consist of unreserved URL characters, so they mean the same in a path, a URL and a signature, and no segment can
 * leave its directory.
 */
export function isObjectKey(key: string): boolean {
  return key.length <= 512 && keyPattern.test(key);
}

/** @throws TypeError for anything that is not a key. Keys come from the service's own code. */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new TypeError(`Not an object key: ${JSON.stringify(key.slice(0, 80))}`);
}

/** Objects under this prefix are readable without a signature. */
export const publicPrefix = 'public/';

/** Objects under this prefix are sent in parts. Only they can have parts that were never joined. */
export const partsPrefix = 'parts/';

/** @throws TypeError for a key of an object that is not sent in parts. */
export function assertPartsKey(key: string): void {
  assertObjectKey(key);
  if (!key.startsWith(partsPrefix)) throw new TypeError(`Only objects under ${partsPrefix} have parts.`);
}

/** A media type that can stand in a header (RFC 9110, 8.3.1), at most 255 characters. */
function isContentType(contentType: string): boolean {
  return contentType.length <= 255 && contentTypePattern.test(contentType);
}

/** @throws TypeError for anything that is not a media type. Input was checked before. */
export function assertContentType(contentType: string): void {
  if (!isContentType(contentType)) throw new TypeError(`Not a content type: ${JSON.stringify(contentType)}`);
}

/** The name of an object on a disk: no key can leave the directory, collide in another letter case, or be too long for a file system. */
export function digestOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
