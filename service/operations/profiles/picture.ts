import { createHash, randomUUID } from 'node:crypto';
import { type PictureType, pictureMaxBytes, plainPicture } from '@labroom/protocol/picture';
import { sql } from 'drizzle-orm';
import type { RequestContext } from '#core/context/context.ts';
import { objectDeletions } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';

const extensions: Record<PictureType, string> = { 'image/png': 'png', 'image/webp': 'webp' };
const keyPattern = /^pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(png|webp)$/;

/** A picture whose bytes have the signed hash. */
export interface Picture {
  type: PictureType;
  bytes: Uint8Array;
}

/**
 * The picture in Base64, of which only a plain one is accepted: what is signed is what is served. It is not decoded (decision 15).
 * @throws ServiceError `VALIDATION_FAILED`
 */
export function parsePicture(base64: string, hash: string | null): Picture {
  const bytes = Buffer.from(base64, 'base64');
  const plain = bytes.length > pictureMaxBytes ? null : plainPicture(bytes);
  if (!plain || !bytes.equals(plain.bytes)) {
    throw invalid(
      'input.picture',
      `must be a PNG or WebP of 128 × 128 pixels and at most ${pictureMaxBytes} bytes, without metadata`,
    );
  }
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw invalid('input.pictureSha256', 'must be the SHA-256 of input.picture in lowercase hex');
  return { type: plain.type, bytes };
}

export const pictureMissing = () =>
  invalid('input.picture', 'is required: the wallet has no picture with input.pictureSha256');

/**
 * Stores a picture under a new key, which is its path on this service. The key is queued for deletion first; the
 * transaction that shows the picture takes it from the queue, so a crash in between leaves no object.
 */
export async function storePicture(
  { db, storage }: RequestContext,
  { type, bytes }: Picture,
): Promise<string> {
  const key = `pictures/${randomUUID()}.${extensions[type]}`;
  await db.insert(objectDeletions).values({ objectKey: key, dueAt: sql`now() + interval '1 hour'` });
  await storage.put({ key, contentType: type, body: bytes });
  return key;
}

/** The id and type of a picture's key, or `null` for any other text. */
export function parsePictureKey(key: string): { id: string; type: PictureType } | null {
  const [, id, extension] = keyPattern.exec(key) ?? [];
  if (!id) return null;
  return { id, type: extension === 'png' ? 'image/png' : 'image/webp' };
}

const invalid = (argument: string, problem: string) =>
  new ServiceError('VALIDATION_FAILED', `${argument} ${problem}.`, { details: { argument } });
