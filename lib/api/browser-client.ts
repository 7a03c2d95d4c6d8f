import {
  type AnyVariables,
  type Client,
  cacheExchange,
  createClient,
  fetchExchange,
  getOperationName,
  makeOperation,
  mapExchange,
  type Operation,
  type OperationResult,
  type TypedDocumentNode,
} from '@urql/core';
import { LabroomError } from '#packages/client/api-failure.ts';
import { dataOf, execute } from '#packages/client/execute.ts';
import { announceSessionEnd, isSessionEnd } from '../session/session-ended.ts';
import { newTraceparent } from './trace-context.ts';

/** The types whose queries are asked again after a mutation. */
const changedTypes: Readonly<Record<string, string[]>> = {
  GenerateServiceToken: ['ServiceToken'],
  RevokeServiceToken: ['ServiceToken'],
  UpdateFileMetadata: ['DataRoomFile'],
};

let current: { wallet: string | null; client: Client } | undefined;

/**
 * The API as the browser reaches it: through this app, which adds the credential and the session. Each session has a client,
 * and so a cache, of its own: what one wallet was answered is never shown to another.
 */
export function browserApi(wallet: string | null = current?.wallet ?? null): Client {
  if (!current || current.wallet !== wallet) current = { wallet, client: newClient() };
  return current.client;
}

function newClient(): Client {
  return createClient({
    url: '/api/graphql',
    exchanges: [mapExchange({ onOperation, onResult }), cacheExchange, fetchExchange],
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: () => ({ headers: { traceparent: newTraceparent() } }),
  });
}

function onOperation(operation: Operation): Operation {
  if (operation.kind !== 'mutation') return operation;
  const additionalTypenames = changedTypes[getOperationName(operation.query) ?? ''] ?? [];
  return makeOperation(operation.kind, operation, { ...operation.context, additionalTypenames });
}

function onResult(result: OperationResult): void {
  try {
    dataOf(result);
  } catch (error) {
    if (error instanceof LabroomError && isSessionEnd(error)) announceSessionEnd();
  }
}

/** Runs one operation from the browser; a query always asks the service. Errors: `LabroomError`. */
export function runOperation<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  return execute(browserApi(), document, variables, { requestPolicy: 'network-only' }, signal);
}
