import { LabroomError } from '@labroom/client/api-failure';
import { everyPaidCall, type PaidCallEntry } from '@labroom/client/every-page';
import { paidCallsCsv, paidCallsHeader } from '@labroom/protocol/paid-call-csv';
import type { AnyVariables, TypedDocumentNode } from '@urql/core';
import { webEnv } from '#web/config/env.ts';
import { callService } from '#web/query-service.ts';
import { currentSessionToken } from '#web/session/current-session.ts';

/** Everything that the signed-in wallet paid for, as a download. 401 without a session; 502 if the service does not answer. */
export async function GET(): Promise<Response> {
  const session = await currentSessionToken();
  if (!session) return failed(401, 'Sign in first.');
  const calls: PaidCallEntry[] = [];
  try {
    const call = <Data, Variables extends AnyVariables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
    ) => callService(document, variables, session.token);
    for await (const entry of everyPaidCall(call)) calls.push(entry);
  } catch (error) {
    if (!(error instanceof LabroomError)) throw error;
    return error.code === 'UNAUTHENTICATED'
      ? failed(401, 'Sign in again.')
      : failed(502, 'The payments could not be read. Try again in a moment.');
  }
  return new Response(paidCallsHeader + paidCallsCsv(calls, webEnv().network), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="labroom-payments.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

const failed = (status: number, message: string) =>
  new Response(`${message}\n`, { status, headers: { 'cache-control': 'no-store' } });
