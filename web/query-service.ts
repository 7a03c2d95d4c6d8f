import 'server-only';
import {
  type AnyVariables,
  type Client,
  createClient,
  fetchExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { LabroomError } from '#packages/client/api-failure.ts';
import { execute } from '#packages/client/execute.ts';
import { webEnv } from './env.ts';
import { visitorHeaders } from './visitor.ts';

/** The service times out on a silent chain after half a minute; a page waits a little longer, but not forever. */
const patienceMs = 40_000;

/** As the client aborts by a signal of its own, this adds ours to it. */
function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const late = AbortSignal.timeout(patienceMs);
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, late]) : late });
}

/**
 * The API as this server reaches it, with the app's own credential, for the visitor whose request is being served. A client
 * for each call: one alone would ask once for all who ask the same at the same moment, and give the refusal of one to them all.
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
    // What a visitor searches for stays out of URLs, which proxies log.
    preferGetMethod: false,
    fetchOptions: { cache: 'no-store', headers },
    fetch: fetchInTime,
  });
}

/** Runs one public query for a page that is rendered on the server. Errors: `LabroomError`. */
export function queryService<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return withTrace(execute(serverApi(), document, variables));
}

/** Runs one operation, in the name of the bearer of `serviceToken` where given. Errors: `LabroomError`. */
export function callService<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  serviceToken?: string,
): Promise<Data> {
  return withTrace(execute(serverApi(serviceToken), document, variables));
}

/** A service that does not answer gives no request id: it gets one here, under which the cause is in this log. */
async function withTrace<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof LabroomError) || error.code !== 'NETWORK_ERROR') throw error;
    const requestId = crypto.randomUUID();
    console.error(`request ${requestId}: the service could not be reached`, error.cause);
    const message = 'The service is unavailable. Try again in a moment.';
    throw new LabroomError({ code: 'UPSTREAM_UNAVAILABLE', message, requestId }, { cause: error });
  }
}
