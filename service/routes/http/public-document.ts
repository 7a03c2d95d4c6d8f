import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { thrownBody } from '#graphql/thrown-body.ts';
import { knownTags, takesGzip } from './conditional.ts';
import { rateHeaders } from './rate-headers.ts';
import { SEE_ROOT } from './see-root.ts';

const METHODS = 'GET, HEAD, OPTIONS';

/** Public, without credentials, for pages of any origin. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `age, etag, link, retry-after, x-request-id, ${rateHeaders}`,
  'cross-origin-resource-policy': 'cross-origin',
};
const preflight = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'if-none-match, if-modified-since, mcp-protocol-version',
  'access-control-max-age': '86400',
};

/** A text that everyone may read, in the forms in which it is sent. */
export interface PublicDocument {
  type: string;
  /** Without quotes. */
  tag: string;
  plain: Buffer;
  gzipped: Buffer;
}

const compress = promisify(gzip);

export async function renderDocument(type: string, text: string): Promise<PublicDocument> {
  const plain = Buffer.from(text);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type, tag, plain, gzipped: await compress(plain) };
}

/** Answers methods that do not read, and lets pages of any origin read. A hook for `onRequest`. */
export async function onlyPublicReads(request: FastifyRequest, reply: FastifyReply) {
  reply.headers(cors);
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method === 'OPTIONS')
    return reply
      .code(204)
      .headers({ allow: METHODS, ...preflight })
      .send();
  const message = `${method} is not supported. Use GET. ${SEE_ROOT}`;
  return reply
    .code(405)
    .header('allow', METHODS)
    .send(thrownBody('VALIDATION_FAILED', message, request.id));
}

/**
 * Sends the document, or 304 if the client has it.
 * @param lastModified HTTP date; only a client that sends exactly this date has the document
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, plain, gzipped }: PublicDocument,
  lastModified?: string,
): FastifyReply {
  const isGzip = takesGzip(request);
  // A strong tag names the bytes that are sent.
  const own = isGzip ? `${tag}-gzip` : tag;
  reply.header('etag', `"${own}"`);
  if (lastModified !== undefined) reply.header('last-modified', lastModified);
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  // RFC 9110, 13.1.3: the date counts only without a tag.
  const isKnown =
    tags === undefined
      ? lastModified !== undefined && since === lastModified
      : knownTags(request).includes(own);
  if (isKnown) return reply.code(304).send();
  reply.header('content-type', type);
  // Bytes, because Fastify adds a charset to JSON types of texts.
  return isGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
}
