import type {
  AnyVariables,
  Client,
  CombinedError,
  OperationContext,
  OperationResult,
  OperationResultSource,
  TypedDocumentNode,
} from '@urql/core';
import { errorOf, LabroomError, type SessionEnd, SessionEndedError } from './api-failure.ts';

/** Runs one operation, with the session of its creator. Errors: `LabroomError`. */
export type ApiCall = <Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
) => Promise<Data>;

/**
 * Runs one operation and returns its data. Errors: `LabroomError`, for thrown and in-band errors, so a returned result
 * contains no error; the signal's reason, if it aborts first.
 */
export async function execute<Data, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context?: Partial<OperationContext>,
  signal?: AbortSignal,
): Promise<Data> {
  const source = isMutation(document)
    ? client.mutation(document, variables, context)
    : client.query(document, variables, context);
  return dataOf(await (signal ? resultUntil(signal, source) : source.toPromise()));
}

/**
 * The first result, unless the signal aborts earlier. The client cancels the request when its last subscriber leaves.
 */
function resultUntil<Data>(
  signal: AbortSignal,
  source: OperationResultSource<OperationResult<Data>>,
): Promise<OperationResult<Data>> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const giveUp = () => {
      subscription.unsubscribe();
      reject(signal.reason);
    };
    const subscription = source.subscribe((result) => {
      if (result.stale) return;
      signal.removeEventListener('abort', giveUp);
      subscription.unsubscribe();
      resolve(result);
    });
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

/**
 * The data of a completed operation. Errors: `LabroomError`; `SessionEndedError` if a query was answered as everyone may read,
 * because its session has ended.
 */
export function dataOf<Data>(
  result: Pick<OperationResult<Data>, 'data' | 'error'> & { extensions?: OperationResult['extensions'] },
): Data {
  const ended = sessionEndIn(result.extensions);
  if (ended) throw new SessionEndedError(ended);
  if (result.error) throw failureOf(result.error);
  if (!result.data)
    throw new LabroomError({ code: 'INTERNAL_ERROR', message: 'The service answered without data.' });
  throwInBandError(result.data);
  return result.data;
}

/** What an answer says of the session that it was asked with; `null` if the session holds, or there was none. */
function sessionEndIn(extensions: OperationResult['extensions']): SessionEnd | null {
  const { state } = asRecord(extensions?.serviceToken);
  return state === 'REVOKED' || state === 'EXPIRED' || state === 'INVALID' ? state : null;
}

/** Converts urql's error to an error of the catalogue. */
export function failureOf(error: CombinedError): LabroomError {
  const first = error.graphQLErrors[0];
  if (!first) {
    const message = 'The service could not be reached. Check your connection and try again.';
    return new LabroomError({ code: 'NETWORK_ERROR', message }, { cause: error.networkError });
  }
  // urql hands on an error that has `extensions` as it is, and wraps one that has none.
  const wire = asRecord(first.originalError ?? first);
  const { requestId, details: facts, ...beside } = asRecord(wire.errorInfo);
  // Older services send the details one by one.
  const details = { ...(facts === undefined ? beside : asRecord(facts)) };
  const retryAfterSeconds = Number(error.response?.headers.get('retry-after'));
  if (retryAfterSeconds > 0) details.retryAfterSeconds = retryAfterSeconds;
  const code = typeof wire.errorType === 'string' ? wire.errorType : 'INTERNAL_ERROR';
  return errorOf({
    code,
    message: first.message,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    details: JSON.stringify(details),
  });
}

/** Mutations report failure in an `error` field of their single result. */
function throwInBandError(data: object): void {
  for (const field of Object.values(data)) {
    const { code, message, requestId, retryable, details } = asRecord(asRecord(field).error);
    if (typeof code !== 'string' || typeof message !== 'string') continue;
    throw errorOf({
      code,
      message,
      requestId: typeof requestId === 'string' ? requestId : undefined,
      retryable: typeof retryable === 'boolean' ? retryable : undefined,
      details: typeof details === 'string' ? details : undefined,
    });
  }
}

export function isMutation(document: { definitions: readonly object[] }): boolean {
  return document.definitions.some(
    (definition) => 'operation' in definition && definition.operation === 'mutation',
  );
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
