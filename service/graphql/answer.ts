import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { GraphQLRequest } from '#core/ports/operations.ts';
import { briefly, type ErrorCode, type Reason, ServiceError } from '#platform/errors/errors.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import type { EndedToken } from '../auth/ended-token.ts';
import type { ExecutedRequest, Executor, RefusedRequest } from './execute.ts';
import type { RequestBase } from './loaders.ts';
import { overloadOf } from './overload.ts';
import { QueryDepthLimitReached } from './query-depth.ts';
import { thrownBody, type WireError, wireFields } from './thrown-body.ts';

interface AnswerBody {
  data?: unknown;
  errors?: readonly object[];
  extensions?: object;
}

export interface GraphQLAnswer {
  status: 200 | 400 | 405 | 409 | 422 | 429 | 503;
  /** With 429 and 503, and where a request with the same `Idempotency-Key` is running. */
  retryAfterSeconds?: number;
  body: AnswerBody;
  /** Of a query whose service token does not hold, for a header. The body says it too. */
  endedToken?: EndedToken;
  /** Code of the first error that a mutation reported in-band. */
  inBandError?: ErrorCode;
  /** Whether it is certain that no mutation took effect, and another try can go better. */
  nothingDone: boolean;
}

/** Executes a request and returns status and body as docs/specification/wire.md#answers defines them, for every route. */
export async function answerGraphQL(
  execute: Executor,
  request: GraphQLRequest,
  base: RequestBase,
): Promise<GraphQLAnswer> {
  const outcome = await execute(request, base);
  if ('refused' in outcome)
    return {
      status: outcome.status ?? 400,
      body: rejectedBody(outcome, base.requestId),
      nothingDone: true,
    };
  const overload = overloadOf(outcome);
  if (overload) {
    const { status, retryAfterSeconds, error } = overload;
    const body = thrownBody(error.code, error.message, base.requestId, error.details);
    return { status, retryAfterSeconds, body, nothingDone: true };
  }
  const { data, errors } = outcome.result;
  const { endedToken } = outcome;
  const body = {
    data,
    ...(errors?.length && { errors: errors.map((error) => failure(error, base)) }),
    ...(endedToken && { extensions: { serviceToken: { state: endedToken } } }),
  };
  const [inBand] = outcome.inBandErrors.values();
  return {
    status: 200,
    body,
    ...(endedToken && { endedToken }),
    ...(inBand && { inBandError: inBand.code }),
    nothingDone: failedInVain(outcome),
  };
}

/** Whether every mutation failed for a reason that passes, before it changed anything. */
function failedInVain({ result: { data }, inBandErrors }: ExecutedRequest): boolean {
  // Without data a mutation can have run all the same: a field of its result failed.
  return (
    data !== null &&
    data !== undefined &&
    Object.keys(data).every((key) => {
      const error = inBandErrors.get(key);
      return (
        error?.code === 'RATE_LIMITED' || (error?.code === 'UPSTREAM_UNAVAILABLE' && error.reason !== LOST)
      );
    })
  );
}

/** The one error of an upstream after which a mutation may have taken effect. */
const LOST: Reason = 'DATABASE_CONNECTION_LOST';

export function rejectedBody({ refused, code }: RefusedRequest, requestId: string) {
  return { errors: refused.map((error) => ({ ...located(error), ...wireFields(code, requestId) })) };
}

/** Formats an error of a field. Errors outside the catalogue are hidden behind a generic message. */
function failure(error: GraphQLError, { log, requestId }: RequestBase): WireError {
  if (error instanceof QueryDepthLimitReached)
    return { ...located(error), ...wireFields(error.errorType, requestId) };
  const known = toServiceError(error.originalError ?? new ServiceError('VALIDATION_FAILED', error.message));
  if (known.code === 'INTERNAL_ERROR') log.error({ err: known.cause, path: error.path }, 'field failed');
  return {
    ...located(error),
    message: known.message,
    ...wireFields(known.code, requestId, known.details),
  };
}

function located({ message, locations, path }: GraphQLError): GraphQLFormattedError {
  return { message: briefly(message), ...(locations && { locations }), ...(path && { path }) };
}
