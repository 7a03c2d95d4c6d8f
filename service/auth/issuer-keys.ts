import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { UserTokensConfig } from '../platform/config/user-tokens.ts';
import { ServiceError } from '../platform/errors.ts';

/** How the keys are kept, in milliseconds. */
export interface KeyTiming {
  /** A key may be used that long before the provider is asked again. */
  cacheMs: number;
  /** Time after a response in which tokens with unknown keys cause no further request. */
  cooldownMs: number;
  /** After a failure, nobody is asked for that long. */
  failureMs: number;
  /** What the provider has for one answer. */
  timeoutMs: number;
}

const usualTiming: KeyTiming = {
  cacheMs: 600_000,
  cooldownMs: 30_000,
  failureMs: 1_000,
  timeoutMs: 5_000,
};
const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** Errors of jose that say something about the token and not about the provider. */
const tokenFaults = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/**
 * The public keys of an issuer: fetched when first needed, kept, and fetched again when they are old or a token names a key
 * that is not among them (rotation), though not more often than the cool-down allows, whatever tokens are sent. Only the
 * configured issuer is ever asked: what a token says about where its key is (`jku`, `x5u`, `jwk`) is not looked at.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the keys cannot be had: an unverified token is no token
 */
export function issuerKeys(
  config: Pick<UserTokensConfig, 'issuer' | 'jwksUrl'>,
  timing = usualTiming,
): JWTVerifyGetKey {
  const get = withFailurePause(timing.failureMs);
  let keys: Promise<JWTVerifyGetKey> | undefined;

  async function find(): Promise<JWTVerifyGetKey> {
    const url = config.jwksUrl ?? (await discover(config.issuer, get, timing.timeoutMs));
    return createRemoteJWKSet(new URL(url), {
      cacheMaxAge: timing.cacheMs,
      cooldownDuration: timing.cooldownMs,
      timeoutDuration: timing.timeoutMs,
      [customFetch]: get,
    });
  }

  return async (header, token) => {
    try {
      keys ??= find();
      const getKey = await keys.catch((error: unknown) => {
        keys = undefined;
        throw error;
      });
      return await getKey(header, token);
    } catch (cause) {
      if (tokenFaults.some((fault) => cause instanceof fault)) throw cause;
      throw new ServiceError(
        'UPSTREAM_UNAVAILABLE',
        'The identity provider is unavailable. Try again in a moment.',
        {
          reason: 'IDENTITY_PROVIDER_UNAVAILABLE',
          cause,
        },
      );
    }
  };
}

/** The `jwks_uri` of an issuer (OpenID Connect Discovery 1.0, section 4), which must speak for itself and no other. */
async function discover(issuer: string, get: typeof fetch, timeoutMs: number): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await get(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  if (response.status !== 200) throw new Error(`The discovery document was answered with ${response.status}`);
  const document = discoverySchema.parse(await response.json());
  if (document.issuer !== issuer) throw new Error('The discovery document is of another issuer');
  if (url.startsWith('https:') && !document.jwks_uri.startsWith('https:'))
    throw new Error('The discovery document names keys without https');
  return document.jwks_uri;
}

/** Fails immediately for some time after a failure, so that a failing provider is not called for every request. */
function withFailurePause(failureMs: number): typeof fetch {
  let pausedUntil = 0;
  return async (...request) => {
    if (Date.now() < pausedUntil) throw new Error('The identity provider failed a moment ago');
    try {
      const response = await fetch(...request);
      if (response.status !== 200) pausedUntil = Date.now() + failureMs;
      return response;
    } catch (error) {
      pausedUntil = Date.now() + failureMs;
      throw error;
    }
  };
}
