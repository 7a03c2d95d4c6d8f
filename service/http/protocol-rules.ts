import type { FastifyInstance } from 'fastify';
import { thrownBody } from './thrown-body.ts';

/**
 * Two refusals that HTTP asks for and Node would send bare, without a request id: no `Host` in HTTP/1.1 (RFC 9112, 3.2; the
 * server must not insist on it itself) and an expectation that nobody knows (RFC 9110, 10.1.1).
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
        .send(thrownBody('VALIDATION_FAILED', 'This expectation is not known.', request.id));
    return undefined;
  });
}
