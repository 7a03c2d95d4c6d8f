import type { ServiceContext } from '#core/context/context.ts';
import { isResource, resourceOf } from './authorization-request.ts';
import { OAuthError } from './oauth-error.ts';
import { redeemCode } from './redeem-code.ts';
import { refresh } from './refresh.ts';
import type { TokenAnswer } from './token-answer.ts';

/** Grants of the token endpoint, by their type. */
const grants = { authorization_code: redeemCode, refresh_token: refresh };

/** Types of grants, as the metadata names them. */
export const GRANT_TYPES = Object.keys(grants);

/**
 * Answers a request of the token endpoint.
 * @throws OAuthError
 */
export async function answerGrant(
  context: ServiceContext,
  form: Record<string, string>,
): Promise<TokenAnswer> {
  const { grant_type: type = '', resource } = form;
  if (!Object.hasOwn(grants, type))
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT_TYPES.join(' or ')}.`);
  if (resource !== undefined && !isResource(context, resource))
    throw new OAuthError('invalid_target', `resource must be ${resourceOf(context)}.`);
  return grants[type as keyof typeof grants](context, form);
}
