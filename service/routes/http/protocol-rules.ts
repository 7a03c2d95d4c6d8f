import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { thrownBody } from '#graphql/thrown-body.ts';

/**
 * Two errors that HTTP requires and that Node would send without a body and request id: a missing `Host` in HTTP/1.1
 * (RFC 9112, 3.2; the server's own check must be off) and an unknown expectation (RFC 9110, 10.1.1).
 */
export function enforceProtocolRules(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async (request, reply) => {
    const { host, expect } = request.headers;
    if (request.raw.httpVersion === '1.1' && host === undefined)
      return reply.code(400).send(thrownBody('VALIDATION_FAILED', 'Send a Host header.', request.id));
    if (expect !== undefined && expect.toLowerCase() !== '100-continue')
      return reply
        .code(417)
        .send(
          thrownBody('VALIDATION_FAILED', 'The Expect header has an unsupported value. Omit it.', request.id),
        );
    return undefined;
  });
}

/**
 * Headers that identify a caller or a request, or carry a payment. If a client and a proxy both send one, it would be unclear which
 * counts.
 */
const SINGLE = [
  'authorization',
  'x-api-key',
  'x-service-token',
  'x-wallet-address',
  'payment-signature',
  'x-payment',
  'payment',
  'idempotency-key',
  'payment-salt',
  'payment-proof',
];

/** Rejects a request that sends one of `SINGLE` more than once. A hook for `onRequest`. */
export async function requireSingleHeaders(request: FastifyRequest, reply: FastifyReply) {
  const { headersDistinct } = request.raw;
  const repeated = SINGLE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (repeated === undefined) return undefined;
  const message = `The request has more than one ${repeated} header. Send exactly one.`;
  return reply
    .code(400)
    .send(thrownBody('VALIDATION_FAILED', message, request.id, { reason: 'REPEATED_HEADER' }));
}

class UnsupportedCharset extends Error {
  readonly statusCode = 415;
}

/** Rejects a body in another character encoding than UTF-8. A hook for `preParsing`. */
export async function requireUtf8(request: FastifyRequest): Promise<undefined> {
  const [, charset] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers['content-type'] ?? '') ?? [];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new UnsupportedCharset(charset);
  return undefined;
}
