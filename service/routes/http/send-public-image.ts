import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectStorage } from '#platform/storage/object-storage.ts';
import { StorageRejectionError } from '#platform/storage/storage-signature.ts';
import { knownTags } from './conditional.ts';

interface PublicImage {
  key: string;
  /** What the key names; `null` if it names no image. */
  named: { id: string; type: string } | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Sends an image that everyone can see and whose bytes never change.
 * @throws StorageRejectionError `NO_SUCH_IMAGE`
 */
export async function sendPublicImage(
  storage: ObjectStorage,
  { key, named, request, reply }: PublicImage,
): Promise<FastifyReply> {
  const object = named && (await storage.head(key));
  const isKnown = named !== null && knownTags(request).includes(named.id);
  const bytes = object && request.method === 'GET' && !isKnown ? await storage.read(key) : undefined;
  if (!named || !object || bytes === null)
    throw new StorageRejectionError('NO_SUCH_IMAGE', 'The image does not exist.');
  reply.headers({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: `"${named.id}"`,
  });
  if (isKnown) return reply.code(304).send();
  reply.headers({
    'Content-Type': named.type,
    'Content-Length': object.contentLength,
    'Content-Disposition': 'inline',
  });
  return reply.send(bytes);
}
