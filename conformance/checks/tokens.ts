import assert from 'node:assert/strict';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { check } from '../check.ts';
import { GENERATE_KEY } from '../documents.ts';
import { allNull, done, isoUtc, refused, thrown } from '../expect.ts';
import type { Service } from '../service.ts';
import {
  EXTEND_TOKEN,
  GENERATE_TOKEN,
  SERVICE_NAME,
  SIGN_IN_MESSAGE,
  signIn,
  signInMessage,
} from '../sign-in.ts';

const section = 'docs/specification/identity.md#service-tokens';
const decided = 'docs/specification/identity.md#sign-in';
const DAY_MS = 86_400_000;
const tokenFields = ['token', 'tokenId', 'expiresAt', 'createdAt'];

const REVOKE = `mutation($tokenId: String!) { revokeServiceToken(tokenId: $tokenId) {
  tokenId message revokedAt error { code message requestId retryable details } } }`;

const someone = () => privateKeyToAccount(generatePrivateKey());

async function generate(service: Service, variables: Record<string, unknown>) {
  return (await service.ask(GENERATE_TOKEN, { serviceName: SERVICE_NAME, ...variables }))
    .generateServiceToken;
}

const extend = async (service: Service, tokenId: string, token: string, expiresIn = '60d') =>
  (await service.ask(EXTEND_TOKEN, { tokenId, expiresIn }, token)).extendServiceToken;

const revoke = async (service: Service, tokenId: string, token: string) =>
  (await service.ask(REVOKE, { tokenId }, token)).revokeServiceToken;

const use = async (service: Service, token: string) =>
  (await service.ask(GENERATE_KEY, {}, token)).generateDataEncryptionKey;

const claimsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));

/** Service tokens from the message to their end. */
export const tokenChecks = [
  check(
    'tokens.message',
    {
      rule: 'The sign-in message names domain, wallet, service, environment, chain, nonce and times, and stays the same.',
      section: `${section}; ${decided}`,
      covers: ['ops.getServiceSignInMessage', 'decided.signIn.text', 'decided.signIn.repeated'],
    },
    async ({ service }) => {
      const { address } = someone();
      const message = await signInMessage(service, address);
      assert.equal(await signInMessage(service, address.toLowerCase()), message);
      const [first = ''] = message.split('\n');
      assert.match(first, /^\S+ wants you to sign in/);
      for (const part of [address, SERVICE_NAME, service.environment, `Chain ID: ${service.chainId}`])
        assert.ok(message.includes(part), part);
      assert.match(message, /^Nonce: \S{8,}$/m);
      const [issued, expires] = ['Issued At', 'Expiration Time'].map((name) =>
        Date.parse(message.match(new RegExp(`^${name}: (.+)$`, 'm'))?.[1] ?? ''),
      );
      assert.equal(Number(expires) - Number(issued), 600_000);
    },
  ),

  check(
    'tokens.message.refused',
    {
      rule: 'A malformed wallet, or a label that is empty, too long or not printable, is VALIDATION_FAILED; any other label is fine.',
      section: decided,
      covers: ['decided.tokens.label'],
    },
    async ({ service }) => {
      const { address } = someone();
      for (const [walletAddress, serviceName] of [
        ['0x12', 'x'],
        [address, ''],
        [address, 'a\nb'],
        [address, 'x'.repeat(101)],
      ])
        thrown(await service.post(SIGN_IN_MESSAGE, { walletAddress, serviceName }), 'VALIDATION_FAILED');
      assert.ok(await signInMessage(service, address, `${'ü'.repeat(99)}!`));
    },
  ),

  check(
    'tokens.generate',
    {
      rule: 'A signed message gives a JWT, its tokenId and times; thirty days where nothing else is asked.',
      section: `${section}; ${decided}`,
      covers: ['ops.generateServiceToken', 'states.token.issued', 'auth.rule8', 'decided.tokens.lifetime'],
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const wallet = someone();
      const sign = async () => wallet.signMessage({ message: await signInMessage(service, wallet.address) });
      const issued = done(
        await generate(service, { walletAddress: wallet.address, messageSignature: await sign() }),
      );
      assert.match(issued.token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.equal(issued.serviceName, SERVICE_NAME);
      assert.ok(issued.message.length > 0);
      for (const moment of [issued.expiresAt, issued.createdAt]) assert.match(moment, isoUtc);
      assert.equal(Date.parse(issued.expiresAt) - Date.parse(issued.createdAt), 30 * DAY_MS);
      for (const [expiresIn, ms] of [
        ['90m', 5_400_000],
        ['720h', 30 * DAY_MS],
        ['1M', 30 * DAY_MS],
        ['2y', 730 * DAY_MS],
        ['2w', 14 * DAY_MS],
        ['60s', 60_000],
      ]) {
        const other = done(
          await generate(service, {
            walletAddress: wallet.address,
            messageSignature: await sign(),
            expiresIn,
          }),
        );
        assert.equal(Date.parse(other.expiresAt) - Date.parse(other.createdAt), ms);
      }
    },
  ),

  check(
    'tokens.lifetime.refused',
    {
      rule: 'Any other lifetime is VALIDATION_FAILED.',
      section: decided,
      covers: ['decided.tokens.lifetime', 'errors.inband.VALIDATION_FAILED'],
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const wallet = someone();
      const messageSignature = await wallet.signMessage({
        message: await signInMessage(service, wallet.address),
      });
      for (const expiresIn of ['0d', '59s', '731d', '3y', '1.5d', '30', '-1d', '30D', ''])
        refused(
          await generate(service, { walletAddress: wallet.address, messageSignature, expiresIn }),
          'VALIDATION_FAILED',
        );
    },
  ),

  check(
    'tokens.signature',
    {
      rule: "Another wallet's signature is UNAUTHENTICATED and burns nothing; the right one works once.",
      section: decided,
      covers: [
        'auth.rule8',
        'limits.nonce',
        'ops.generateServiceToken.failure',
        'errors.inband.UNAUTHENTICATED',
        'decided.signIn.failed',
        'decided.signIn.reasons',
      ],
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const wallet = someone();
      const walletAddress = wallet.address;
      const message = await signInMessage(service, walletAddress);
      const forged = await generate(service, {
        walletAddress,
        messageSignature: await someone().signMessage({ message }),
      });
      refused(forged, 'UNAUTHENTICATED', 'INVALID_SIGNATURE');
      allNull(forged, tokenFields);
      const messageSignature = await wallet.signMessage({ message });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => generate(service, { walletAddress, messageSignature })),
      );
      assert.equal(answers.filter(({ error }) => error === null).length, 1);
      refused(
        await generate(service, { walletAddress, messageSignature }),
        'UNAUTHENTICATED',
        'NONCE_NOT_FOUND',
      );
      assert.notEqual(await signInMessage(service, walletAddress), message);
    },
  ),

  check(
    'tokens.together',
    {
      rule: 'walletAddress and messageSignature come together; without both, only a user token helps.',
      section: `${section}; ${decided}`,
      covers: ['ops.generateServiceToken.together', 'decided.tokens.withoutSignature'],
    },
    async ({ service }) => {
      refused(await generate(service, { walletAddress: someone().address }), 'VALIDATION_FAILED');
      refused(await generate(service, { messageSignature: '0x12' }), 'VALIDATION_FAILED');
      refused(await generate(service, {}), 'UNAUTHENTICATED', 'NO_AUTH');
    },
  ),

  check(
    'tokens.claims',
    {
      rule: 'The JWT says who, where, what it is and until when, under a typ of its own.',
      section: decided,
      covers: ['decided.tokens.claims'],
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const { wallet, token, tokenId } = await newcomer();
      const [header, claims] = claimsOf(token);
      assert.ok(header.typ && header.typ !== 'JWT');
      const address = wallet.address.toLowerCase();
      assert.equal(claims.aud, service.environment);
      assert.deepEqual(
        [claims.sub, claims.adminAddress].map((text) => text.toLowerCase()),
        [address, address],
      );
      assert.equal(claims.tid, tokenId);
      assert.equal(claims.svc, SERVICE_NAME);
      for (const name of ['iss', 'jti', 'authMethod']) assert.ok(claims[name], name);
      assert.equal(claims.exp - claims.iat, 3_600);
      assert.equal(claims.allowedMutations, undefined);
    },
  ),

  check(
    'tokens.extend',
    {
      rule: 'Extending returns a new JWT of the same token, counted from now.',
      section,
      covers: ['ops.extendServiceToken', 'states.token.extended', 'auth.rule6'],
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const { token, tokenId } = await newcomer();
      const extended = done(await extend(service, tokenId, token));
      assert.equal(extended.tokenId, tokenId);
      assert.notEqual(extended.token, token);
      assert.ok(extended.message.length > 0);
      assert.ok(Math.abs(Date.parse(extended.expiresAt) - Date.now() - 60 * DAY_MS) < 600_000);
      done(await use(service, extended.token));
    },
  ),

  check(
    'tokens.extend.refused',
    {
      rule: "Another wallet's token is NOT_FOUND, a bad lifetime VALIDATION_FAILED; token and expiresAt are then null.",
      section: `${section}; ${decided}`,
      covers: ['ops.extendServiceToken.failure', 'decided.tokens.foreign'],
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const [one, other] = [await newcomer(), await newcomer()];
      const foreign = await extend(service, one.tokenId, other.token);
      refused(foreign, 'NOT_FOUND');
      allNull(foreign, ['token', 'expiresAt']);
      refused(await extend(service, one.tokenId, one.token, 'soon'), 'VALIDATION_FAILED');
      refused(await revoke(service, one.tokenId, other.token), 'NOT_FOUND');
      done(await use(service, one.token));
    },
  ),

  check(
    'tokens.revoke',
    {
      rule: 'Revoking kills every JWT of the token at once; again it is CONFLICT with the original time.',
      section: `${section}; ${decided}`,
      covers: [
        'ops.revokeServiceToken',
        'ops.revokeServiceToken.failure',
        'states.token.revoked',
        'states.token.revokedAgain',
        'errors.inband.CONFLICT.ALREADY_REVOKED',
        'decided.tokens.kill',
        'decided.tokens.revoked',
        'auth.rule6',
      ],
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const { token, tokenId } = await newcomer();
      const extended = done(await extend(service, tokenId, token));
      const ended = done(await revoke(service, tokenId, token));
      assert.equal(ended.tokenId, tokenId);
      assert.match(ended.revokedAt, isoUtc);
      const again = await revoke(service, tokenId, token);
      refused(again, 'CONFLICT', 'ALREADY_REVOKED');
      assert.equal(again.revokedAt, ended.revokedAt);
      for (const jwt of [token, extended.token]) refused(await use(service, jwt), 'UNAUTHENTICATED');
      refused(await extend(service, tokenId, token), 'FAILED_PRECONDITION', 'TOKEN_REVOKED');
    },
  ),

  check(
    'tokens.own',
    {
      rule: 'Each sign-in is a token of its own: ending one leaves the others.',
      section: decided,
      covers: ['decided.tokens.kill'],
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const first = await newcomer();
      const second = await signIn(service, first.wallet);
      done(await revoke(service, first.tokenId, second.token));
      done(await use(service, second.token));
      refused(await use(service, first.token), 'UNAUTHENTICATED');
    },
  ),
];
