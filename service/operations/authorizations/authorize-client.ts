import {
  type AuthorizationLifetime,
  authorizationLifetimes,
  authorizationMessage,
} from '@labroom/protocol/authorization';
import { hashTypedData } from 'viem';
import { z } from 'zod';
import type { MutationAuthorizeClientArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireTimely, signature, signedBy, siteOf } from '#core/rights/signed-message.ts';
import { proofOfHash } from '#core/tokens/proof.ts';
import { parseInput } from '#platform/input/input.ts';
import { signCode, tokenIdOf } from './authorization-code.ts';
import { answerUrl, requestSchema, requireValidRequest } from './authorization-request.ts';

/** A signature of a contract travels in the code, and an address of a page has a few thousand characters. */
const mostSignatureCharacters = 2 + 2 * 2_048;

const argsSchema = z.object({
  input: z.object({
    ...signedBy,
    request: requestSchema,
    expiresIn: z.enum(Object.keys(authorizationLifetimes) as AuthorizationLifetime[]),
  }),
  signature: signature.refine((hex) => hex.length <= mostSignatureCharacters, {
    error: 'must be at most 2,048 bytes',
  }),
});

/**
 * Gives a program the code that it exchanges for a service token, if the wallet signed what the token allows. The signature is good
 * for one request, and becomes one token.
 */
export async function authorizeClient(context: RequestContext, args: MutationAuthorizeClientArgs) {
  const { input, signature } = parseInput(argsSchema, args);
  const { request, wallet, issuedAt, expiresIn } = input;
  const { name, redirectHost, codeChallenge } = await requireValidRequest(context, request);
  await requireTimely(context.db, issuedAt);
  const signedHash = hashTypedData(
    authorizationMessage(
      { chainId: context.config.chain.id, site: siteOf(context), wallet, issuedAt: issuedAt.toISOString() },
      { clientName: name, redirectHost, lifetime: expiresIn, request },
    ),
  );
  const proof = await proofOfHash(context, { wallet, signedHash, signature }, expiresIn);
  const code = await signCode(context.secrets.authorizationKeys, {
    tokenId: tokenIdOf(signedHash),
    wallet,
    serviceName: `${name} (${redirectHost})`.slice(0, 100).toWellFormed(),
    proof,
    client: request,
    codeChallenge,
  });
  return {
    redirectUrl: answerUrl(context, request, { code }),
    message: 'The program may read for the wallet.',
  };
}
