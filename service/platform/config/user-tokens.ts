import type { AudienceRegistration, UserTokensConfig } from './config.ts';
import type { Env } from './env.ts';

const details = ['OIDC_AUDIENCE', 'OIDC_JWKS_URL', 'OIDC_WALLET_CLAIM'] as const;
/** `audience` or `audience=consumerId`. */
const registration = /^(?<audience>[^\s,]+?)(?:=(?<consumerId>[0-9a-z]{12}))?$/;

/** Returns `null` without OIDC_ISSUER. */
export function decideUserTokens(env: Env): UserTokensConfig | null {
  if (!env.OIDC_ISSUER) return null;
  return {
    issuer: env.OIDC_ISSUER,
    audiences: registrations(env),
    jwksUrl: env.OIDC_JWKS_URL,
    walletClaim: env.OIDC_WALLET_CLAIM,
  };
}

/** Returns problems of the identity provider's settings, as messages for the operator. */
export function userTokenProblems(env: Env): string[] {
  const { OIDC_ISSUER: issuer, OIDC_JWKS_URL: jwksUrl } = env;
  if (!issuer) {
    const given = details.filter((name) => env[name]);
    return given.length > 0 ? [`${given.join(', ')}: user tokens also need OIDC_ISSUER`] : [];
  }
  const problems: string[] = [];
  const audiences = registrations(env).map(({ audience }) => audience);
  if (audiences.length === 0)
    problems.push(
      'OIDC_AUDIENCE: required with OIDC_ISSUER; otherwise tokens of other programs would be accepted',
    );
  if (audiences.includes(''))
    problems.push('OIDC_AUDIENCE: must be a comma-separated list of audience or audience=consumerId');
  if (new Set(audiences).size < audiences.length)
    problems.push('OIDC_AUDIENCE: names an audience twice; an audience belongs to one consumer');
  const source = jwksUrl ?? issuer;
  if (!URL.canParse(source) || !/^https?:$/.test(new URL(source).protocol))
    problems.push('OIDC_ISSUER: is not an http(s) URL, so its keys cannot be discovered; set OIDC_JWKS_URL');
  else if (env.LABROOM_ENVIRONMENT !== 'local' && !source.startsWith('https:'))
    problems.push(
      `${jwksUrl ? 'OIDC_JWKS_URL' : 'OIDC_ISSUER'}: must be https in ${env.LABROOM_ENVIRONMENT}`,
    );
  return problems;
}

/** Returns the entries of `OIDC_AUDIENCE`. A malformed entry has no audience. */
function registrations(env: Env): AudienceRegistration[] {
  return (env.OIDC_AUDIENCE ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const { audience = '', consumerId = null } = registration.exec(entry)?.groups ?? {};
      return { audience, consumerId };
    });
}
