import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { briefly, type ErrorCode, overloadStatus } from '#platform/errors/errors.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import { SlowBodyError } from './body-deadline.ts';
import { BodyError } from './bounded-body.ts';

interface HttpError {
  status: number;
  code: ErrorCode;
  message: string;
  details?: Record<string, unknown> | undefined;
  retryAfterSeconds?: number | undefined;
}

/**
 * Fastify's own errors by their status, all others as errors of the catalogue.
 */
function httpErrorOf(error: FastifyError, { headers }: FastifyRequest): HttpError {
  const { statusCode = 500 } = error;
  if (error instanceof SlowBodyError) return { status: statusCode, code: 'TIMEOUT', message: error.message };
  if (error instanceof BodyError)
    return { status: statusCode, code: 'VALIDATION_FAILED', message: error.message };
  if (statusCode === 415) {
    const type = headers['content-type'] ?? 'no Content-Type';
    const message = `Send application/json in UTF-8, not ${briefly(type)}.`;
    return { status: statusCode, code: 'VALIDATION_FAILED', message };
  }
  if (statusCode >= 400 && statusCode < 500)
    return { status: statusCode, code: 'VALIDATION_FAILED', message: 'The body is not valid JSON.' };
  const known = toServiceError(error);
  const { code, message, details } = known;
  // A temporary outage, such as an identity provider that does not respond, is 503 as well.
  const isOutage = code === 'UPSTREAM_UNAVAILABLE';
  const status = overloadStatus(known) ?? (isOutage ? 503 : 500);
  const retryAfterSeconds = known.retryAfterSeconds ?? (isOutage ? 1 : undefined);
  const wait = retryAfterSeconds !== undefined && { retryAfterSeconds };
  return {
    status,
    code,
    message,
    details: { ...details, ...wait },
    ...wait,
  };
}

/**
 * Converts an error, logs it if the service is at fault, and sets the headers of its answer. The route sends the body in its own form.
 */
export function refusalOf(error: FastifyError, request: FastifyRequest, reply: FastifyReply): HttpError {
  const refusal = httpErrorOf(error, request);
  const { status, retryAfterSeconds } = refusal;
  // Does not wait for the rest of a body that arrives too slowly.
  if (status === 408) reply.header('connection', 'close');
  // The rest of the body is read and discarded. Closing the connection while a client or load balancer is still
  // sending would lose the response.
  if (status === 413) reply.removeHeader('connection');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  return refusal;
}
