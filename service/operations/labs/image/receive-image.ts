import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '#core/context/context.ts';
import { StorageRejectionError } from '#platform/storage/storage-signature.ts';
import { isImageSecret } from './image-secret.ts';
import { imageKey, imageTypes, isImageType, parseImageKey } from './image-types.ts';
import { expectObject, findImageUpload, type ImageUploadRow, landImage } from './image-upload-store.ts';

interface SentImage {
  /** As `generateLabImageUploadUrl` named it. */
  key: string;
  signature: string;
  contentType: string | undefined;
  /** Bytes, as announced. */
  contentLength: number | undefined;
  body: AsyncIterable<Uint8Array>;
}

/** Images being received, each in memory: one per URL and a limited number in total. */
const arriving = new Set<string>();
const maxArriving = 16;

/**
 * Stores the bytes of an image. After it returns, the image will be checked.
 * @throws StorageRejectionError
 */
export async function receiveImage(context: ServiceContext, sent: SentImage): Promise<void> {
  const upload = await authorize(context, sent);
  if (sent.contentType !== upload.contentType)
    throw new StorageRejectionError(
      'CONTENT_TYPE_MISMATCH',
      `The Content-Type must be ${upload.contentType}.`,
    );
  const limit = isImageType(upload.contentType) ? imageTypes[upload.contentType].maxBytes : 0;
  if (sent.contentLength !== undefined && sent.contentLength > limit) throw tooLarge(limit);
  if (arriving.has(upload.id))
    throw new StorageRejectionError('UPLOAD_IN_PROGRESS', 'Another upload to this URL is in progress.');
  if (arriving.size >= maxArriving)
    throw new StorageRejectionError(
      'TOO_MANY_UPLOADS',
      'Too many images are being uploaded. Try again in a moment.',
    );
  arriving.add(upload.id);
  try {
    const body = await readAll(sent.body, limit);
    const key = `uploads/${randomUUID()}`;
    await expectObject(context.db, key);
    await context.storage.put({ key, contentType: upload.contentType, body });
    // The one decision, for all processes.
    if (!(await landImage(context.db, upload.id, key))) throw usedOrExpired(upload);
  } finally {
    arriving.delete(upload.id);
  }
}

async function authorize({ db }: ServiceContext, { key, signature }: SentImage): Promise<ImageUploadRow> {
  const named = parseImageKey(key);
  const upload = named ? await findImageUpload(db, named.id) : undefined;
  if (!upload || key !== imageKey(upload.id) || !isImageSecret(signature, upload.secretHash))
    throw new StorageRejectionError(
      'SIGNATURE_MISMATCH',
      'The upload URL is invalid. Request a new one with generateLabImageUploadUrl.',
    );
  if (upload.landedAt !== null || upload.expiresAt.getTime() <= Date.now()) throw usedOrExpired(upload);
  return upload;
}

async function readAll(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  if (length === 0) throw new StorageRejectionError('BODY_TOO_SHORT', 'The image is empty.');
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): StorageRejectionError {
  return new StorageRejectionError(
    'TOO_LARGE',
    `The image is too large: the limit for this type is ${limit} bytes.`,
  );
}

function usedOrExpired({ expiresAt }: ImageUploadRow): StorageRejectionError {
  return expiresAt.getTime() <= Date.now()
    ? new StorageRejectionError('URL_EXPIRED', 'This upload URL has expired. Request a new one.')
    : new StorageRejectionError('URL_ALREADY_USED', 'This upload URL was already used. Request a new one.');
}
