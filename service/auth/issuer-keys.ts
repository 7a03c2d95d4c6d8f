import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { ServiceError } from '#platform/errors/errors.ts';
import type { UserTokensConfig } from '../platform/config/config.ts';

/** Times in milliseconds. */
export interface KeyTiming {
  /** How long a key may be used before the keys are fetched again. */
  cacheMs: number;
  /** Time after a response in which tokens with unknown keys cause no further request. */
  cooldownMs: number;
  /** Time after a failure in which no request is sent. */
  failureMs: number;
  /** Time limit of one request. */
  timeoutMs: number;
}

const usualTiming: KeyTiming = {
  cacheMs: 600_000,
  cooldownMs: 30_000,
  failureMs: 1_000,
  timeoutMs: 5_000,
};
const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** Errors of jose that concern the token and not the provider. */
const tokenFaults = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/**
 * Returns the public keys of an issuer. They are fetched when first needed and cached, and fetched again when they are
 * old or a token names an unknown key (rotation), but not during the cool-down. Only the configured issuer is
 * contacted: locations of keys in a token (`jku`, `x5u`, `jwk`) are ignored.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the keys cannot be fetched, so that no unverified token is accepted
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

/**
 * Reads the `jwks_uri` of an issuer (OpenID Connect Discovery 1.0, section 4). The document must name the same issuer.
 */
async function discover(issuer: string, get: typeof fetch, timeoutMs: number): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await get(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  if (response.status !== 200) throw new Error(`The discovery document has HTTP status ${response.status}`);
  const document = discoverySchema.parse(await response.json());
  if (document.issuer !== issuer) throw new Error('The discovery document names another issuer');
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
