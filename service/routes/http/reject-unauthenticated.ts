import type { FastifyReply, FastifyRequest } from 'fastify';
import { thrownBody } from '#graphql/thrown-body.ts';
import type { ServiceError } from '#platform/errors/errors.ts';
import { SEE_ROOT } from './see-root.ts';

/**
 * Sends 401 with the challenge that RFC 9110, 15.5.2 requires: that of RFC 6750 if a Bearer token was sent, otherwise
 * that of the consumer credential, whose scheme has no registered name.
 */
export function rejectUnauthenticated(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, message, details }: ServiceError,
): FastifyReply {
  const text = `${message} ${SEE_ROOT}`;
  const sentToken = /^Bearer /i.test(request.headers.authorization ?? '');
  const challenge = sentToken
    ? `Bearer realm="labroom", error="invalid_token", error_description="${text}"`
    : 'ConsumerCredential realm="labroom"';
  return reply
    .code(401)
    .header('www-authenticate', challenge)
    .send(thrownBody(code, text, request.id, details));
}
