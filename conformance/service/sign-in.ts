import { generateToken, signInMessage } from '@labroom/testing/token-requests.ts';
import type { PrivateKeyAccount } from 'viem';
import { done } from './expect.ts';
import type { Service } from './service.ts';

export interface Visitor {
  wallet: PrivateKeyAccount;
  token: string;
  tokenId: string;
}

/** The three steps of the self-service token, as often as the service asks for them; an hour is enough for a run. */
export async function signIn(service: Service, wallet: PrivateKeyAccount): Promise<Visitor> {
  const walletAddress = wallet.address;
  const messageSignature = await wallet.signMessage({ message: await signInMessage(service, walletAddress) });
  const { token, tokenId } = done(
    await generateToken(service, { walletAddress, messageSignature, expiresIn: '1h' }),
  );
  return { wallet, token, tokenId };
}
