import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../platform/storage/content-disposition.ts';
import type { DiskStorage } from '../platform/storage/disk-storage.ts';
import type { OpenObject } from '../platform/storage/object-file.ts';
import { isObjectKey, publicPrefix } from '../platform/storage/object-key.ts';
import { StorageRejectionError } from '../platform/storage/storage-signature.ts';
import { parseRange } from './http/byte-range.ts';
import { byteRoutes, logSerializers, searchParams } from './http/byte-routes.ts';
import { sendFile } from './http/send-file.ts';

interface StorageRoutesOptions {
  storage: DiskStorage;
  /** Origins whose pages may upload and download, e.g. `http://localhost:3000`. */
  allowedOrigins: readonly string[];
}

interface StorageRoute {
  Params: { '*': string };
}

/** `/storage/*`: uploads and downloads of the disk storage. Bodies are streamed; the signed length is the only limit. */
export async function storageRoutes(app: FastifyInstance, options: StorageRoutesOptions): Promise<void> {
  const { storage } = options;
  byteRoutes(app, { url: '/storage/*', allowedOrigins: options.allowedOrigins });

  app.put<StorageRoute>('/storage/*', { logSerializers }, async (request, reply) => {
    const grant = storage.authorize('PUT', request.params['*'], searchParams(request));
    if (grant.method !== 'PUT')
      throw new StorageRejectionError('SIGNATURE_MISMATCH', 'This URL is not an upload URL.');
    if (request.headers['content-type'] !== grant.contentType) {
      throw new StorageRejectionError(
        'CONTENT_TYPE_MISMATCH',
        `The Content-Type must be ${grant.contentType}.`,
      );
    }
    const length = request.headers['content-length'];
    if (length !== undefined && Number(length) !== grant.contentLength) {
      throw new StorageRejectionError(
        'LENGTH_MISMATCH',
        `The body must have exactly ${grant.contentLength} bytes.`,
      );
    }
    // Stays open on early return, so that an error can still be sent.
    const stored = await storage.receive(grant, request.raw.iterator({ destroyOnReturn: false }));
    return reply.header('ETag', `"${stored.sha256}"`).code(200).send();
  });

  app.route<StorageRoute>({
    method: ['GET', 'HEAD'],
    url: '/storage/*',
    logSerializers,
    handler: async (request, reply) => {
      const key = request.params['*'];
      const shown = authorizeDownload(storage, key, searchParams(request));
      const object = await storage.openObject(key);
      if (object === null) throw new StorageRejectionError('NO_SUCH_OBJECT', 'The object does not exist.');
      reply.headers({
        'Content-Type': shown.contentType ?? object.info.contentType,
        'Content-Disposition': contentDisposition(shown.fileName),
      });
      if (shown.isPublic) reply.header('Cache-Control', 'public, max-age=300');
      return sendObject(request, reply, object);
    },
  });
}

function authorizeDownload(storage: DiskStorage, key: string, query: URLSearchParams) {
  if (isObjectKey(key) && key.startsWith(publicPrefix)) return { fileName: key, isPublic: true };
  const grant = storage.authorize('GET', key, query);
  if (grant.method !== 'GET')
    throw new StorageRejectionError('SIGNATURE_MISMATCH', 'This URL is not a download URL.');
  return { fileName: grant.fileName, contentType: grant.contentType, isPublic: false };
}

/** Answers conditional and range requests (RFC 9110, 13 and 14) with an open object. */
async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  object: OpenObject,
): Promise<FastifyReply> {
  const { contentLength, sha256 } = object.info;
  const etag = `"${sha256}"`;
  reply.headers({ ETag: etag, 'Accept-Ranges': 'bytes' });
  const { range: rangeHeader, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    await object.file.close();
    return reply.code(304).send();
  }
  const applies = request.method === 'GET' && (ifRange === undefined || ifRange === etag);
  const range = parseRange(applies ? rangeHeader : undefined, contentLength);
  if (range === 'unsatisfiable') {
    await object.file.close();
    return reply.code(416).header('Content-Range', `bytes */${contentLength}`).send();
  }
  const { start, end } = range ?? { start: 0, end: contentLength };
  if (range !== null) reply.code(206).header('Content-Range', `bytes ${start}-${end - 1}/${contentLength}`);
  reply.header('Content-Length', end - start);
  if (request.method === 'HEAD') {
    await object.file.close();
    return reply.send();
  }
  const { raw } = reply.hijack();
  raw.statusCode = reply.statusCode;
  for (const [name, value = ''] of Object.entries(reply.getHeaders())) raw.setHeader(name, value);
  try {
    await sendFile(object.file, { start, end }, raw);
  } catch (error) {
    // The headers promised more bytes than there are. Only closing the connection reports that.
    raw.destroy();
    throw error;
  } finally {
    await object.file.close();
  }
  return reply;
}
