import { ServiceSignInMessageDocument } from '@labroom/client/documents';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import type { PrivateKeyAccount } from 'viem';
import { sessionServiceName } from '#lib/session/session.ts';

export interface SessionCookie {
  name: string;
  value: string;
  url: string;
  httpOnly: boolean;
}

/** Signs in to the web app as its pages do, and returns the session cookie. */
export async function signInToWeb(
  stack: Pick<LocalJson, 'graphqlUrl' | 'consumerCredential' | 'webUrl'>,
  account: PrivateKeyAccount,
): Promise<SessionCookie> {
  const identity = { walletAddress: account.address, serviceName: sessionServiceName };
  const { getServiceSignInMessage } = await clientOf(stack).call(ServiceSignInMessageDocument, identity);
  const messageSignature = await account.signMessage({ message: getServiceSignInMessage.message });
  const response = await fetch(`${stack.webUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.webUrl },
    body: JSON.stringify({ walletAddress: account.address, messageSignature }),
  });
  const [cookie] = response.headers.getSetCookie();
  const parsed = /^([^=]+)=([^;]*)/.exec(cookie ?? '');
  if (!parsed?.[1] || !parsed[2]) throw new Error(`Signing in failed with HTTP ${response.status}`);
  return { name: parsed[1], value: parsed[2], url: stack.webUrl, httpOnly: true };
}
