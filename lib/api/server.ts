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
  client ??= createClient({
    url: `${webEnv().serviceUrl}/graphql`,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetchOptions: { cache: 'no-store', headers: credentialHeaders() },
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

/** Runs one operation, in the name of the bearer of `serviceToken` where given. Errors: `ApiFailure`. */
export function callService<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  serviceToken?: string,
): Promise<Data> {
  const headers = { ...credentialHeaders(), ...(serviceToken ? { 'x-service-token': serviceToken } : {}) };
  return execute(serverApi(), document, variables, { fetchOptions: { cache: 'no-store', headers } });
}

function credentialHeaders(): Record<string, string> {
  const { serviceCredential } = webEnv();
  return serviceCredential ? { authorization: serviceCredential } : {};
}
