import 'server-only';
import { LabroomError } from '@labroom/client/api-failure';
import { execute } from '@labroom/client/execute';
import {
  type AnyVariables,
  type Client,
  createClient,
  fetchExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { type Outcome, outcomeOf } from '#lib/api/outcome.ts';
import { webEnv } from './config/env.ts';
import { noteGap, noteLimit, visitorHeaders } from './visitor.ts';

/** Slightly longer than the service's own timeout of 30 seconds for a chain that does not respond. */
const timeoutMs = 40_000;

/** Adds a timeout to the abort signal of the client. */
function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const late = AbortSignal.timeout(timeoutMs);
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, late]) : late });
}

/**
 * The API as this server reaches it, with the app's credential, for the visitor of the current request. Each call gets
 * a new client: a shared one would merge identical concurrent queries, so all visitors would get the rate limit error
 * of one.
 */
function serverApi(serviceToken?: string): Client {
  const { serviceUrl, serviceCredential } = webEnv();
  const headers = {
    ...(serviceCredential && { authorization: serviceCredential }),
    ...(serviceToken && { 'x-service-token': serviceToken }),
    ...visitorHeaders(),
  };
  return createClient({
    url: `${serviceUrl}/graphql`,
    exchanges: [fetchExchange],
    // Search texts stay out of URLs, which proxies log.
    preferGetMethod: false,
    fetchOptions: { cache: 'no-store', headers },
    fetch: fetchInTime,
  });
}

/** Runs one public query for server rendering. Errors: `LabroomError`. */
export function queryService<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return withTrace(execute(serverApi(), document, variables));
}

/** The same, with a failure as a value that the page shows. */
export function queryOutcome<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Outcome<Data>> {
  return outcomeOf(queryService(document, variables));
}

/** Runs one operation, with the rights of `serviceToken` if given. Errors: `LabroomError`. */
export function callService<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  serviceToken?: string,
): Promise<Data> {
  return withTrace(execute(serverApi(serviceToken), document, variables));
}

/** Notes a rate limit for the visitor, and any other failure as a gap. A network error has no request id: logs its cause with a new one. */
async function withTrace<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    noteGap();
    if (!(error instanceof LabroomError)) throw error;
    if (error.code === 'RATE_LIMITED') noteLimit();
    if (error.code !== 'NETWORK_ERROR') throw error;
    const requestId = crypto.randomUUID();
    console.error(`request ${requestId}: the service could not be reached`, error.cause);
    const message = 'The service is unavailable. Try again in a moment.';
    throw new LabroomError({ code: 'UPSTREAM_UNAVAILABLE', message, requestId }, { cause: error });
  }
}
