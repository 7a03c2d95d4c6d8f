import { type Hex, keccak256, stringToHex } from 'viem';
import { domainOf, type SignedBy } from './signed-message.ts';

/** An authorization request (OAuth 2.1), as the program put it into the address of the consent page. */
export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  responseType: string | null;
  codeChallenge: string | null;
  codeChallengeMethod: string | null;
  /** What the program gets back unchanged. */
  state: string | null;
  /** The address that the token is for (RFC 8707). */
  resource: string | null;
}

/** How long a program may be allowed to read: as `expiresIn` of service tokens, and as it is shown and signed. */
export const authorizationLifetimes = { '1d': '1 day', '30d': '30 days' } as const;
export type AuthorizationLifetime = keyof typeof authorizationLifetimes;

/** What the wallet allows. */
export interface AuthorizationTerms {
  /** As the program calls itself. Nobody has checked it. */
  clientName: string;
  /** Host, with its port, that the code is sent to. */
  redirectHost: string;
  lifetime: AuthorizationLifetime;
  request: AuthorizationRequest;
}

const types = {
  Authorization: [
    { name: 'site', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'program', type: 'string' },
    { name: 'redirectHost', type: 'string' },
    { name: 'allows', type: 'string' },
    { name: 'validFor', type: 'string' },
    { name: 'request', type: 'bytes32' },
    { name: 'issuedAt', type: 'string' },
  ],
} as const;

/** What every authorization allows, as it is signed. */
const authorizationScope = 'Read what this wallet paid for';

/** The message (EIP-712) by which a wallet lets a program read for it. It is good for one request of one program. */
export function authorizationMessage({ chainId, ...signed }: SignedBy, terms: AuthorizationTerms) {
  const { clientName, redirectHost, lifetime, request } = terms;
  return {
    domain: domainOf(chainId),
    types,
    primaryType: 'Authorization',
    message: {
      ...signed,
      program: clientName,
      redirectHost,
      allows: authorizationScope,
      validFor: authorizationLifetimes[lifetime],
      request: digestOf(request),
    },
  } as const;
}

/** Binds the signature to the challenge that only this program can answer, and to everything else of its request. */
function digestOf({ clientId, redirectUri, codeChallenge, state, resource }: AuthorizationRequest): Hex {
  return keccak256(stringToHex(JSON.stringify([clientId, redirectUri, codeChallenge, state, resource])));
}

const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** Whether a host, with or without a port, is the machine of the browser itself. */
export const isLoopback = (host: string): boolean => loopbackHosts.includes(host.replace(/:\d+$/, ''));
