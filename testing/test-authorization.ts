import { createHash, randomBytes } from 'node:crypto';
import { AuthorizeClientDocument } from '@labroom/client/documents';
import {
  type AuthorizationRequest,
  type AuthorizationTerms,
  authorizationMessage,
} from '@labroom/protocol/authorization';
import type { Address, Hex, TypedDataDefinition } from 'viem';
import { newWallet } from './actors.ts';
import { resultOf } from './test-client.ts';
import { nextMoment, type SignedWith } from './test-profile.ts';
import type { TestService } from './test-service.ts';

interface Signer {
  address: Address;
  signTypedData(message: TypedDataDefinition): Promise<Hex>;
}

export const REDIRECT = 'http://127.0.0.1:7000/callback';

/** Registers a program at the service, as every program does. */
export async function register(
  { url }: { url: string },
  metadata: object = { client_name: 'Notebook', redirect_uris: [REDIRECT] },
) {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  return { status: response.status, body: await response.json() };
}

/** A request of a new program, and what it proves itself with. */
export async function newRequest(service: { url: string }, changes: Partial<AuthorizationRequest> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const { body } = await register(service);
  const request: AuthorizationRequest = {
    clientId: body.client_id,
    redirectUri: REDIRECT,
    responseType: 'code',
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    codeChallengeMethod: 'S256',
    state: 'a state',
    resource: `${service.url}/mcp`,
    ...changes,
  };
  return { request, verifier };
}

/** Arguments of `authorizeClient`, for a day if `terms` says nothing else. */
export async function signedAuthorization(
  signer: Signer,
  request: AuthorizationRequest,
  { site, chainId = 31337, issuedAt = nextMoment() }: SignedWith,
  terms: Partial<AuthorizationTerms> = {},
) {
  const { host } = new URL(request.redirectUri);
  const all = { clientName: 'Notebook', redirectHost: host, lifetime: '1d', request, ...terms } as const;
  const signed = { site, chainId, issuedAt, wallet: signer.address };
  const signature = await signer.signTypedData(authorizationMessage(signed, all));
  return { input: { wallet: signer.address, request, expiresIn: all.lifetime, issuedAt }, signature };
}

export const siteOf = ({ context }: TestService) => new URL(context.config.http.webUrl).host;

/** Signs as a person on the page of consent. Returns what the browser brings back to the program. */
export async function consent(
  service: TestService,
  wallet: Signer,
  request: AuthorizationRequest,
): Promise<URL> {
  const args = await signedAuthorization(wallet, request, { site: siteOf(service) });
  const { redirectUrl, error } = await resultOf(service, AuthorizeClientDocument, args);
  if (error) throw new Error(error.message);
  return new URL(redirectUrl);
}

/** The form that exchanges a code, which a wallet gave to a new program. */
export async function authorized(
  service: TestService,
  wallet: Signer = newWallet(),
  changes: Partial<AuthorizationRequest> = {},
) {
  const { request, verifier } = await newRequest(service, changes);
  const { searchParams } = await consent(service, wallet, request);
  return {
    grant_type: 'authorization_code',
    code: searchParams.get('code') ?? '',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    code_verifier: verifier,
    resource: `${service.url}/mcp`,
  };
}

/** Exchanges a code, as a program without any library. */
export async function redeem({ url }: { url: string }, form: Record<string, string>) {
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Calls a tool, by default the one that only a wallet may call. */
export const callTool = ({ url }: { url: string }, token?: string, name = 'paid_calls') =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
  });
