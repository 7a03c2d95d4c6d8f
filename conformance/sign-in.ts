import type { PrivateKeyAccount } from 'viem';
import { done } from './expect.ts';
import type { Service } from './service.ts';

/** A wallet with a service token. */
export interface Visitor {
  wallet: PrivateKeyAccount;
  token: string;
  tokenId: string;
}

export const SIGN_IN_MESSAGE = `query($walletAddress: String!, $serviceName: String!) {
  getServiceSignInMessage(walletAddress: $walletAddress, serviceName: $serviceName) { message } }`;

export const GENERATE_TOKEN = `mutation($serviceName: String!, $walletAddress: String, $messageSignature: String, $expiresIn: String) {
  generateServiceToken(serviceName: $serviceName, walletAddress: $walletAddress, messageSignature: $messageSignature,
    expiresIn: $expiresIn) {
    token tokenId serviceName expiresAt createdAt message error { code message requestId retryable details } } }`;

export const EXTEND_TOKEN = `mutation($tokenId: String!, $expiresIn: String!, $messageSignature: String) {
  extendServiceToken(tokenId: $tokenId, expiresIn: $expiresIn, messageSignature: $messageSignature) {
  token tokenId expiresAt message error { code message requestId retryable details } } }`;
export const SERVICE_NAME = 'conformance';

export async function signInMessage(
  service: Service,
  address: string,
  serviceName = SERVICE_NAME,
): Promise<string> {
  const variables = { walletAddress: address, serviceName };
  return (await service.ask(SIGN_IN_MESSAGE, variables)).getServiceSignInMessage.message;
}

/** The three steps of the self-service token; an hour is enough for a run. */
export async function signIn(
  service: Service,
  wallet: PrivateKeyAccount,
  expiresIn = '1h',
): Promise<Visitor> {
  const message = await signInMessage(service, wallet.address);
  const { generateServiceToken } = await service.ask(GENERATE_TOKEN, {
    serviceName: SERVICE_NAME,
    walletAddress: wallet.address,
    messageSignature: await wallet.signMessage({ message }),
    expiresIn,
  });
  const { token, tokenId } = done(generateServiceToken);
  return { wallet, token, tokenId };
}
