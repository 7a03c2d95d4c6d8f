import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ByteReasonName } from '#platform/storage/byte-reasons.ts';
import { StorageRejectionError } from '#platform/storage/storage-signature.ts';
import { SlowBodyError } from './body-deadline.ts';
import { allowPages } from './cross-origin.ts';

interface ByteRoutesOptions {
  /** Pattern of the routes, e.g. `/storage/*`. */
  url: string;
  /** Origins whose pages may upload and download, e.g. `http://localhost:3000`. */
  allowedOrigins: readonly string[];
}

/** How long the body of a rejected request may still arrive. */
const refusedBodyMs = 30_000;

/** The query string holds a signature, which must not be logged. */
export const logSerializers = {
  req: (request: FastifyRequest) => ({ method: request.method, url: request.url.split('?', 1)[0] }),
};

/**
 * Adds what the routes for uploads and downloads share: bodies are not parsed, executed or cached, and signatures are
 * not logged; pages of the configured origins have access (CORS); rejections are JSON with a reason.
 */
export function byteRoutes(app: FastifyInstance, { url, allowedOrigins }: ByteRoutesOptions): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    allowPages(request, reply, {
      allowedOrigins,
      exposed: 'ETag, Content-Length, Content-Range, Content-Disposition',
    });
  });

  app.setErrorHandler((error, request, reply) => {
    discardBody(request);
    if (error instanceof StorageRejectionError) {
      if (error.status === 503) reply.header('Retry-After', 1);
      return reply.code(error.status).send({ reason: error.reason, message: error.message });
    }
    if (error instanceof SlowBodyError)
      return reply
        .code(408)
        .header('Connection', 'close')
        .send({ reason: 'TOO_SLOW' satisfies ByteReasonName, message: error.message });
    // A client that disconnects is not an error, and there is no one to answer.
    if (request.raw.destroyed && !request.raw.complete) return reply.code(400).send();
    request.log.error({ err: error }, 'storage request failed');
    return reply.code(500).send({
      reason: 'INTERNAL_ERROR' satisfies ByteReasonName,
      message: 'The storage is unavailable. Try again in a moment.',
    });
  });

  app.options(url, { logSerializers }, (_request, reply) => {
    if (!reply.hasHeader('Access-Control-Allow-Origin')) return reply.code(403).send();
    return reply
      .headers({
        'Access-Control-Allow-Methods': 'PUT, GET, HEAD',
        'Access-Control-Allow-Headers': 'Content-Type, Range, If-Range, If-None-Match',
        'Access-Control-Max-Age': '600',
      })
      .code(204)
      .send();
  });

  // Declared here, because the server's handler for unknown routes logs the full URL.
  app.route({
    method: ['POST', 'PATCH', 'DELETE'],
    url,
    logSerializers,
    handler: (_request, reply) => reply.code(405).header('Allow', 'PUT, GET, HEAD, OPTIONS').send(),
  });
}

/** Most clients read the response only after sending the whole body, so the body must be read to the end. */
function discardBody({ raw }: FastifyRequest): void {
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), refusedBodyMs);
  raw.once('close', () => clearTimeout(timer));
}

export function searchParams(request: FastifyRequest): URLSearchParams {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}
