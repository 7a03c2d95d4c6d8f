import { ServiceSignInMessageDocument } from '@labroom/client/documents';
import { callApi } from '#lib/api/browser.ts';
import { walletRuntime } from '#lib/wallet/wallet-store.ts';

/** Asks the connected wallet to sign the message for a service token. Errors: `LabroomError`, or the wallet's own. */
export async function signServiceMessage(identity: {
  walletAddress: string;
  serviceName: string;
}): Promise<string> {
  const { getServiceSignInMessage } = await callApi(ServiceSignInMessageDocument, identity);
  return (await walletRuntime()).signMessage(getServiceSignInMessage.message);
}
