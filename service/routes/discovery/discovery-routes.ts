import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { thrownBody } from '../../graphql/thrown-body.ts';
import { knownTags, takesGzip } from '../conditional.ts';
import { preferredType } from '../response-type.ts';
import { SEE_ROOT } from './discovery-links.ts';
import type { DocumentEntry } from './document-entry.ts';

const METHODS = 'GET, HEAD, OPTIONS';

/** Prices and addresses change with a restart only. */
const CACHE = 'public, max-age=300';

/** Public, without credentials, for pages of any origin. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, link, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
};
const preflight = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'if-none-match',
  'access-control-max-age': '86400',
};

interface Rendered {
  type: string;
  /** Without quotes. */
  tag: string;
  plain: Buffer;
  gzipped: Buffer;
}

/** Serves the documents. Each is written once per process, on its first request. */
export function discoveryRoutes(
  app: FastifyInstance,
  documents: readonly DocumentEntry[],
  links: string,
): void {
  for (const entry of documents) {
    const rendered = entry.representations.map((representation) => once(() => render(representation)));
    const types = entry.representations.map(({ type }) => type);
    app.all(entry.path, { onRequest: onlyReads }, async (request, reply) => {
      const type = preferredType(request.headers.accept, types);
      const document = rendered[types.indexOf(type)]?.();
      if (!document) throw new Error(`${entry.path} has no ${type}`);
      reply.headers({ 'cache-control': CACHE, vary: 'Accept, Accept-Encoding', link: links });
      return send(request, reply, document);
    });
  }
}

async function onlyReads(request: FastifyRequest, reply: FastifyReply) {
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

function send(request: FastifyRequest, reply: FastifyReply, { type, tag, plain, gzipped }: Rendered) {
  const isGzip = takesGzip(request);
  // A strong tag names the bytes that are sent.
  const own = isGzip ? `${tag}-gzip` : tag;
  reply.header('etag', `"${own}"`);
  if (knownTags(request).includes(own)) return reply.code(304).send();
  reply.header('content-type', type);
  // Bytes, because Fastify adds a charset to JSON types of texts.
  return isGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
}

function render({ type, render: write }: DocumentEntry['representations'][number]): Rendered {
  const plain = Buffer.from(write());
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type, tag, plain, gzipped: gzipSync(plain) };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
