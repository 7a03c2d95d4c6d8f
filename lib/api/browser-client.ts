import {
  type AnyVariables,
  type Client,
  createClient,
  fetchExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { announceSessionEnd, isSessionEnd } from '../session/session-ended.ts';
import { LabroomError } from './api-failure.ts';
import { execute } from './execute.ts';
import { newTraceparent } from './trace-context.ts';

let client: Client | undefined;

/** The API as the browser reaches it: through this app, which adds the credential and the session. Caches nothing. */
function browserApi(): Client {
  client ??= createClient({ url: '/api/graphql', exchanges: [fetchExchange], preferGetMethod: false });
  return client;
}

/** Runs one operation from the browser. Errors: `LabroomError`. */
export async function runOperation<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  try {
    const fetchOptions = { headers: { traceparent: newTraceparent() } };
    return await execute(browserApi(), document, variables, { fetchOptions }, signal);
  } catch (error) {
    if (error instanceof LabroomError && isSessionEnd(error)) announceSessionEnd();
    throw error;
  }
}
