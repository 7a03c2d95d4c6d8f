import { expect, test } from 'vitest';
import { decideConfig } from './decide-config.ts';
import { readEnv } from './env.ts';

const base = { DATABASE_URL: 'postgres://u:p@127.0.0.1/db' };
const secret = Buffer.alloc(32, 7).toString('base64');
const production = {
  ...base,
  LABROOM_ENVIRONMENT: 'production',
  SERVICE_SECRET: secret,
  KMS_MASTER_KEY: secret,
  SERVICE_URL: 'https://api.example.org',
};
const decide = (variables: Record<string, string>) => decideConfig(readEnv(variables)).userTokens;

test('without an issuer there are no user tokens', () => {
  expect(decide(base)).toBeNull();
});

test('audiences may name the consumer they are registered to', () => {
  const OIDC_AUDIENCE = ' web=0123456789ab, https://api.example.org ,a=b,';
  expect(decide({ ...base, OIDC_ISSUER: 'https://id.example/', OIDC_AUDIENCE })).toEqual({
    issuer: 'https://id.example/',
    audiences: [
      { audience: 'web', consumerId: '0123456789ab' },
      { audience: 'https://api.example.org', consumerId: null },
      { audience: 'a=b', consumerId: null },
    ],
    jwksUrl: undefined,
    walletClaim: undefined,
  });
});

test('an issuer that is not a URL needs the URL of its keys', () => {
  const named = { ...base, OIDC_ISSUER: 'identity.example', OIDC_AUDIENCE: 'web' };
  expect(() => decide(named)).toThrow(/OIDC_JWKS_URL/);
  const OIDC_JWKS_URL = 'https://identity.example/keys';
  expect(decide({ ...named, OIDC_JWKS_URL })).toMatchObject({ jwksUrl: OIDC_JWKS_URL });
});

test.each([
  [
    'details without an issuer',
    { OIDC_AUDIENCE: 'web', OIDC_WALLET_CLAIM: 'w' },
    /OIDC_AUDIENCE, OIDC_WALLET_CLAIM: .*OIDC_ISSUER/,
  ],
  ['no audience', { OIDC_ISSUER: 'https://id.example' }, /OIDC_AUDIENCE: required/],
  [
    'an empty list of audiences',
    { OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: ' , ' },
    /OIDC_AUDIENCE: required/,
  ],
  [
    'an audience with a space',
    { OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'a b' },
    /OIDC_AUDIENCE: must be/,
  ],
  [
    'an audience twice',
    { OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'a,a=0123456789ab' },
    /OIDC_AUDIENCE: .*twice/,
  ],
  [
    'an issuer without TLS',
    { OIDC_ISSUER: 'http://id.example', OIDC_AUDIENCE: 'a' },
    /OIDC_ISSUER: must be https/,
  ],
  [
    'keys without TLS',
    { OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'a', OIDC_JWKS_URL: 'http://id.example' },
    /OIDC_JWKS_URL: must be https/,
  ],
])('%s is an error', (_, variables, problem) => {
  expect(() => decide({ ...production, ...variables })).toThrow(problem);
});

test('its problems are reported with all others', () => {
  const wrong = { ...base, LABROOM_ENVIRONMENT: 'production', OIDC_ISSUER: 'https://id.example' };
  expect(() => decide(wrong)).toThrow(/OIDC_AUDIENCE(.|\n)*X402_PAY_TO_ADDRESS/);
});
