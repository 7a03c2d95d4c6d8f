import { createLabroomClient, LabroomError } from '@labroom/client';
import { EndSessionDocument } from '@labroom/client/documents';
import { type Run, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { originOf } from '../connection/connect.ts';
import { forgetUploads } from '../store/kept-uploads.ts';
import { sessionStore } from '../store/session-store.ts';

/** Ends the credential and the token at the service, and forgets them here. */
export const logout: Run = async (invocation) => {
  const store = sessionStore(invocation.env);
  const named = textOption(invocation, 'service');
  const session = await store.find(named && originOf(named));
  if (!session) throw new CommandError('signIn', 'There is no session to end.');
  const { graphqlUrl, chainId, credential, wallet, serviceToken, tokenId, consumerId } = session;
  const service = new URL(graphqlUrl).origin;
  const client = createLabroomClient({ graphqlUrl, chainId, credential, session: { wallet, serviceToken } });
  const failure = await client.call(EndSessionDocument, { consumerId, tokenId }).then(
    () => null,
    (error: unknown) => {
      if (error instanceof LabroomError) return error;
      throw error;
    },
  );
  await forgetUploads(invocation.env, service);
  await store.remove(service);
  const data = { service, wallet, revoked: failure === null };
  if (failure === null) return { text: `Signed out of ${service}.`, data };
  const text = `Signed out on this machine only. The service says: ${failure.message}`;
  return { text, data, exit: failure.code === 'UNAUTHENTICATED' ? 'signIn' : 'failed' };
};
