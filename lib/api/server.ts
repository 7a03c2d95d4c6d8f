import {
  type AnyVariables,
  type Client,
  createClient,
  fetchExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { webEnv } from '../env.ts';
import { execute } from './execute.ts';

let client: Client | undefined;

/** The API as this server reaches it, with the app's own credential and nobody's session. */
function serverApi(): Client {
  const { serviceUrl, serviceCredential } = webEnv();
  client ??= createClient({
    url: `${serviceUrl}/graphql`,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetchOptions: {
      cache: 'no-store',
      headers: serviceCredential ? { authorization: serviceCredential } : {},
    },
  });
  return client;
}

/** Runs one public query for a page that is rendered on the server. Errors: `ApiFailure`. */
export function queryService<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return execute(serverApi(), document, variables);
}
