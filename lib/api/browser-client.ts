import { LabroomError } from '@labroom/client/api-failure';
import { dataOf, execute } from '@labroom/client/execute';
import {
  type AnyVariables,
  type Client,
  CombinedError,
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
import { noteWritten } from '../prefetch/written.ts';
import { announceSessionEnd, isSessionEnd } from './session-ended.ts';
import { sessionHeader } from './session-header.ts';
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
  SaveFileView: ['DataRoomFile'],
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
  if (!current || current.wallet !== wallet) current = { wallet, client: newClient(wallet) };
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

function newClient(wallet: string | null, credentials: RequestCredentials = 'same-origin'): Client {
  const client: Client = createClient({
    url: '/api/graphql',
    exchanges: [
      mapExchange({ onOperation, onResult: (result) => readResult(result, { wallet, client }) }),
      cacheExchange,
      fetchExchange,
    ],
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: () => ({
      credentials,
      headers: { traceparent: newTraceparent(), ...(wallet !== null && { [sessionHeader]: wallet }) },
    }),
  });
  return client;
}

function onOperation(operation: Operation): Operation {
  if (operation.kind !== 'mutation') return operation;
  const additionalTypenames = changedTypes[getOperationName(operation.query) ?? ''] ?? [];
  return makeOperation(operation.kind, operation, { ...operation.context, additionalTypenames });
}

/**
 * Announces that a session has ended. The answer to a query of that session is then none: what is missing in it says nothing about
 * the wallet. A client without a session keeps the answer, which is all that it asked for.
 */
function readResult(
  result: OperationResult,
  { wallet, client }: { wallet: string | null; client: Client },
): OperationResult {
  if (result.operation.kind === 'mutation') noteWritten();
  try {
    dataOf(result);
    return result;
  } catch (error) {
    if (!(error instanceof LabroomError) || !isSessionEnd(error)) return result;
    const isAnswered = !result.error && result.operation.kind !== 'mutation';
    if (isAnswered && wallet === null) return { ...result, extensions: undefined };
    // A late answer to a former session does not end the present one.
    if (current?.client === client) announceSessionEnd();
    if (!isAnswered) return result;
    const { code, message, reason } = error;
    const failed = { message, errorType: code, errorInfo: { reason }, extensions: { code, reason } };
    return { ...result, data: undefined, error: new CombinedError({ graphQLErrors: [failed] }) };
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

/** Runs one operation as a visitor, whoever is signed in: the cookie of an ended session cannot fail it. Errors: `LabroomError`. */
export function runAsVisitor<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return execute(newClient(null, 'omit'), document, variables, { requestPolicy: 'network-only' });
}
