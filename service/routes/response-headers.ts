import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * What every response carries, errors included. Nothing here is a page, belongs into a frame or a cache, or says where it
 * was asked from; a route that serves something else (a file) says so after this. There is no CORS header among them:
 * programs call the API, and pages through their own server or from an origin that the operator named.
 */
export function responseHeaders(publicUrl: string) {
  const always = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000' }),
  };
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers({ ...always, 'x-request-id': request.id });
  };
}
