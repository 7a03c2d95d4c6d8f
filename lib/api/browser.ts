import {
  type AnyVariables,
  type Client,
  createClient,
  fetchExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { execute } from './execute.ts';

let client: Client | undefined;

/** The API as the browser reaches it: through this app, which adds the credential and the session. Caches nothing. */
export function browserApi(): Client {
  client ??= createClient({ url: '/api/graphql', exchanges: [fetchExchange], preferGetMethod: false });
  return client;
}

/** Runs one operation from the browser. Errors: `ApiFailure`. */
export function callApi<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  return execute(browserApi(), document, variables, signal ? { fetchOptions: { signal } } : {});
}
