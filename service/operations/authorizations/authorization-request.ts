import type { AuthorizationRequest as Asked } from '@labroom/protocol/authorization';
import { z } from 'zod';
import type { QueryAuthorizationRequestArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput } from '#platform/input/input.ts';
import { type OAuthClient, readClientId } from './client-id.ts';
import type { OAuthError, OAuthErrorCode } from './oauth-error.ts';
import { isSameRedirect } from './redirect-uri.ts';

type Context = Pick<RequestContext, 'config' | 'secrets'>;

const text = z
  .string()
  .max(2_048)
  .nullish()
  .transform((value) => value ?? null);

export const requestSchema = z.object({
  clientId: z.string().max(8_192),
  redirectUri: z.string().max(256),
  responseType: text,
  codeChallenge: text,
  codeChallengeMethod: text,
  state: text,
  resource: text,
});

/** Address of the server of the Model Context Protocol, which authorizations are for. */
export const resourceOf = ({ config }: Pick<RequestContext, 'config'>) => `${config.http.publicUrl}/mcp`;

/** What a program asks for, in words for the consent page. It changes nothing, so whoever has the address may ask. */
export async function authorizationRequest(context: RequestContext, args: QueryAuthorizationRequestArgs) {
  const { request } = parseInput(z.object({ request: requestSchema }), args);
  const { name, redirectHost } = await requireKnownRedirect(context, request, 'request');
  const problem = problemOf(context, request);
  return {
    clientName: name,
    redirectHost,
    problem: problem?.message ?? null,
    returnUrl: answerUrl(context, request, { error: problem?.error ?? 'access_denied' }),
  };
}

/** Requires everything of a request before a code is given for it. @throws ServiceError `VALIDATION_FAILED` */
export async function requireValidRequest(context: Context, request: Asked) {
  const known = await requireKnownRedirect(context, request, 'input.request');
  const problem = problemOf(context, request);
  if (problem) throw invalid(problem.message, `input.request.${problem.argument}`);
  return { ...known, codeChallenge: request.codeChallenge ?? '' };
}

/**
 * Nothing is sent to an address that the program has not registered.
 * @throws ServiceError `VALIDATION_FAILED`
 */
async function requireKnownRedirect(
  { secrets }: Context,
  { clientId, redirectUri }: Asked,
  argument: 'request' | 'input.request',
): Promise<OAuthClient & { redirectHost: string }> {
  const client = await readClientId(secrets.authorizationKeys, clientId).catch((error: OAuthError) => {
    throw invalid(error.message, `${argument}.clientId`);
  });
  if (!client.redirectUris.some((registered) => isSameRedirect(registered, redirectUri)))
    throw invalid('The program has not registered this redirect_uri.', `${argument}.redirectUri`);
  return { ...client, redirectHost: new URL(redirectUri).host };
}

const invalid = (message: string, argument: string) =>
  new ServiceError('VALIDATION_FAILED', message, { details: { argument } });

interface Problem {
  error: OAuthErrorCode;
  message: string;
  argument: keyof Asked;
}

function problemOf(context: Context, request: Asked): Problem | null {
  const { responseType, codeChallenge, codeChallengeMethod, resource } = request;
  if (responseType !== 'code') {
    const message = 'response_type must be code.';
    return { error: 'unsupported_response_type', message, argument: 'responseType' };
  }
  if (codeChallengeMethod !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge ?? '')) {
    const message =
      'code_challenge must be 43 characters in Base64url, and code_challenge_method S256 (RFC 7636).';
    return { error: 'invalid_request', message, argument: 'codeChallenge' };
  }
  if (isResource(context, resource)) return null;
  const message = `resource must be ${resourceOf(context)}.`;
  return { error: 'invalid_target', message, argument: 'resource' };
}

/** Scheme and host may be in any case. */
export const isResource = (context: Pick<RequestContext, 'config'>, resource: string | null): boolean =>
  resource !== null && URL.canParse(resource) && new URL(resource).href === new URL(resourceOf(context)).href;

/** The address that answers a request, with the issuer (RFC 9207). */
export function answerUrl(
  { config }: Context,
  { redirectUri, state }: Pick<Asked, 'redirectUri' | 'state'>,
  answer: { code: string } | { error: string },
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(state !== null && { state }) }))
    url.searchParams.set(name, value);
  url.searchParams.set('iss', config.http.publicUrl);
  return url.href;
}
