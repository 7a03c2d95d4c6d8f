import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { briefly, ServiceError } from '../platform/errors.ts';
import { toServiceError } from '../platform/to-service-error.ts';
import type { Executor, GraphQLRequest, RefusedRequest } from './execute.ts';
import type { RequestBase } from './loaders.ts';
import { overloadOf } from './overload.ts';
import { QueryDepthLimitReached } from './query-depth.ts';
import { thrownBody } from './thrown-body.ts';

export interface GraphQLAnswer {
  status: 200 | 400 | 405 | 429 | 503;
  /** With 429 and 503. */
  retryAfterSeconds?: number;
  body: object;
}

/** Executes a request and returns status and body as docs/specification/wire.md#answers defines them, for every route. */
export async function answerGraphQL(
  execute: Executor,
  request: GraphQLRequest,
  asking: RequestBase,
): Promise<GraphQLAnswer> {
  const outcome = await execute(request, asking);
  if ('refused' in outcome)
    return { status: outcome.status ?? 400, body: rejectedBody(outcome, asking.requestId) };
  const overload = overloadOf(outcome);
  if (overload) {
    const { status, retryAfterSeconds, error } = overload;
    const body = thrownBody(error.code, error.message, asking.requestId, error.details);
    return { status, retryAfterSeconds, body };
  }
  const { data, errors } = outcome.result;
  const body = errors?.length ? { data, errors: errors.map((error) => failure(error, asking)) } : { data };
  return { status: 200, body };
}

export function rejectedBody({ refused, code }: RefusedRequest, requestId: string) {
  return {
    errors: refused.map((error) => ({ ...located(error), errorType: code, errorInfo: { requestId } })),
  };
}

/** Formats an error of a field. Errors outside the catalogue are hidden behind a generic message. */
function failure(error: GraphQLError, { log, requestId }: RequestBase) {
  if (error instanceof QueryDepthLimitReached) return { ...located(error), errorType: error.errorType };
  const known = toServiceError(error.originalError ?? new ServiceError('VALIDATION_FAILED', error.message));
  if (known.code === 'INTERNAL_ERROR') log.error({ err: known.cause, path: error.path }, 'field failed');
  return {
    ...located(error),
    message: known.message,
    errorType: known.code,
    errorInfo: { requestId, ...known.details },
  };
}

function located({ message, locations, path }: GraphQLError): GraphQLFormattedError {
  return { message: briefly(message), ...(locations && { locations }), ...(path && { path }) };
}
