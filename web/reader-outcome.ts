import 'server-only';
import { SessionEndedError } from '@labroom/client/api-failure';
import type { AnyVariables, TypedDocumentNode } from '@urql/core';
import { type Outcome, outcomeOf } from '#lib/api/outcome.ts';
import { callService, queryOutcome } from './query-service.ts';
import { currentSessionToken } from './session/current-session.ts';

/**
 * One query for server rendering with the rights of the reader, if one is signed in: members of a lab also get what the operator hides from
 * others. A reader whose session has ended reads as everyone; the page asks to sign in again.
 */
export async function readerOutcome<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Outcome<Data>> {
  const session = await currentSessionToken();
  if (!session) return queryOutcome(document, variables);
  try {
    return { ok: true, data: await callService(document, variables, session.token) };
  } catch (error) {
    if (error instanceof SessionEndedError) return queryOutcome(document, variables);
    return outcomeOf(Promise.reject(error));
  }
}
