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
import { noteWritten } from '../prefetch/written.ts';
import { announceSessionEnd, isSessionEnd } from '../session/session-ended.ts';
import { newTraceparent } from './trace-context.ts';

/** The types whose queries are repeated after a mutation. */
const changedTypes: Readonly<Record<string, string[]>> = {
  BlockAsker: ['AccessRequest', 'BlockedAsker'],
  GenerateServiceToken: ['ServiceToken'],
  RevokeServiceToken: ['ServiceToken'],
  MarkInboxRead: ['InboxPage'],
  Follow: ['FollowsPage'],
  Unfollow: ['FollowsPage'],
  Mute: ['MuteList'],
  Unmute: ['MuteList'],
  SetNoticeMail: ['NoticeSettings'],
  SetNoticePush: ['NoticeSettings'],
  UpdateFileMetadata: ['DataRoomFile'],
  UpdateFileVersionNote: ['DataRoomFile'],
};

let current: { wallet: string | null; client: Client } | undefined;

/**
 * The API client of the browser. It calls this app, which adds the credential and the session. Each session has its own
 * client and cache, so no wallet sees another wallet's data. Errors: on a server, where visitors would share the client.
 */
export function browserApi(wallet: string | null = current?.wallet ?? null): Client {
  if (typeof window === 'undefined') throw new Error('The API client of a session runs in browsers only.');
  if (!current || current.wallet !== wallet) current = { wallet, client: newClient() };
  return current.client;
}

/**
 * The client for rendering on the server. It sends no request and returns no result, so queries stay in their loading state.
 * It has no cache, so visitors share no data.
 */
export function silentApi(): Client {
  return createClient({
    url: '/api/graphql',
    exchanges: [() => () => () => undefined],
    preferGetMethod: false,
  });
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
  if (result.operation.kind === 'mutation') noteWritten();
  try {
    dataOf(result);
  } catch (error) {
    if (error instanceof LabroomError && isSessionEnd(error)) announceSessionEnd();
  }
}

/** Runs one operation from the browser. Queries bypass the cache. Errors: `LabroomError`. */
export function runOperation<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  return execute(browserApi(), document, variables, { requestPolicy: 'network-only' }, signal);
}
