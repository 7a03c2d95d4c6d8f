import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Headers of every response, including errors. Responses are no pages, must not be framed or cached, and send no
 * referrer; a route that serves something else (a file) overrides them. There is no CORS header among them: programs
 * call the API directly, and pages through their own server or from an allowed origin.
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
