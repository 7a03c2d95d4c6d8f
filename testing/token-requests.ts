import {
  ExtendServiceTokenDocument,
  GenerateServiceTokenDocument,
  RevokeAllServiceTokensDocument,
  RevokeServiceTokenDocument,
  ServiceSignInMessageDocument,
} from '@labroom/client/documents';
import { type Api, type Proof, resultOf } from './test-client.ts';

// The operations of service tokens one by one, for tests of tokens. Other tests sign in with `signIn` of `actors.ts`.

export const SERVICE_NAME = 'tests';

export const signInMessage = async (
  service: Api,
  walletAddress: string,
  serviceName = SERVICE_NAME,
): Promise<string> =>
  (await resultOf(service, ServiceSignInMessageDocument, { walletAddress, serviceName })).message;

export const generateToken = (service: Api, args: object, proof?: Proof) =>
  resultOf(service, GenerateServiceTokenDocument, { serviceName: SERVICE_NAME, ...args }, proof);

export const extendToken = (service: Api, tokenId: string, proof?: Proof, args: object = {}) =>
  resultOf(service, ExtendServiceTokenDocument, { tokenId, expiresIn: '60d', ...args }, proof);

export const revokeToken = (service: Api, tokenId: string, proof?: Proof) =>
  resultOf(service, RevokeServiceTokenDocument, { tokenId }, proof);

export const revokeAllTokens = (service: Api, walletAddress: string, messageSignature: string) =>
  resultOf(service, RevokeAllServiceTokensDocument, { walletAddress, messageSignature });
