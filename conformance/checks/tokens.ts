import assert from 'node:assert/strict';
import { ServiceSignInMessageDocument } from '@labroom/client/documents';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import {
  extendToken,
  generateToken,
  revokeToken,
  SERVICE_NAME,
  signInMessage,
} from '@labroom/testing/token-requests.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { check } from '../check/check.ts';
import { allNull, done, isoUtc, refused, saysEnded, thrown } from '../service/expect.ts';
import { signIn } from '../service/sign-in.ts';

const section = 'docs/specification/identity.md#service-tokens';
const decided = 'docs/specification/identity.md#sign-in';
const DAY_MS = 86_400_000;
const tokenFields = ['token', 'tokenId', 'expiresAt', 'createdAt'];

const someone = () => privateKeyToAccount(generatePrivateKey());

const claimsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));

export const tokenChecks = [
  check(
    'tokens.message',
    {
      rule: 'The sign-in message names domain, wallet, service, environment, chain, nonce and times, and stays the same.',
      section: `${section}; ${decided}`,
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
    },
    async ({ service }) => {
      const { address } = someone();
      for (const [walletAddress, serviceName] of [
        ['0x12', 'x'],
        [address, ''],
        [address, 'a\nb'],
        [address, 'x'.repeat(101)],
      ])
        thrown(
          await service.post(ServiceSignInMessageDocument, { walletAddress, serviceName }),
          'VALIDATION_FAILED',
        );
      assert.ok(await signInMessage(service, address, `${'ü'.repeat(99)}!`));
    },
  ),

  check(
    'tokens.generate',
    {
      rule: 'A signed message gives a JWT, its tokenId and times; thirty days where nothing else is asked.',
      section: `${section}; ${decided}`,
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const wallet = someone();
      const sign = async () => wallet.signMessage({ message: await signInMessage(service, wallet.address) });
      const issued = done(
        await generateToken(service, { walletAddress: wallet.address, messageSignature: await sign() }),
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
          await generateToken(service, {
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
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const wallet = someone();
      const messageSignature = await wallet.signMessage({
        message: await signInMessage(service, wallet.address),
      });
      for (const expiresIn of [
        '0d',
        '59s',
        '731d',
        '3y',
        '1.5d',
        'd',
        '30',
        '-1d',
        '1e9s',
        ' 30d',
        '30D',
        '',
      ])
        refused(
          await generateToken(service, { walletAddress: wallet.address, messageSignature, expiresIn }),
          'VALIDATION_FAILED',
          'INVALID_EXPIRES_IN',
        );
    },
  ),

  check(
    'tokens.signature',
    {
      rule: "Another wallet's signature is UNAUTHENTICATED and burns nothing; the right one works once.",
      section: decided,
      needs: ['newcomer'],
    },
    async ({ service }) => {
      const wallet = someone();
      const walletAddress = wallet.address;
      const message = await signInMessage(service, walletAddress);
      const forged = await generateToken(service, {
        walletAddress,
        messageSignature: await someone().signMessage({ message }),
      });
      refused(forged, 'UNAUTHENTICATED', 'INVALID_SIGNATURE');
      allNull(forged, tokenFields);
      const messageSignature = await wallet.signMessage({ message });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => generateToken(service, { walletAddress, messageSignature })),
      );
      assert.equal(answers.filter(({ error }) => error === null).length, 1);
      refused(
        await generateToken(service, { walletAddress, messageSignature }),
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
    },
    async ({ service }) => {
      refused(await generateToken(service, { walletAddress: someone().address }), 'VALIDATION_FAILED');
      refused(await generateToken(service, { messageSignature: '0x12' }), 'VALIDATION_FAILED');
      refused(await generateToken(service, {}), 'UNAUTHENTICATED', 'NO_AUTH');
    },
  ),

  check(
    'tokens.claims',
    {
      rule: 'The JWT says who, where, what it is and until when, under a typ of its own.',
      section: decided,
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
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const { token, tokenId } = await newcomer();
      const extended = done(await extendToken(service, tokenId, token));
      assert.equal(extended.tokenId, tokenId);
      assert.notEqual(extended.token, token);
      assert.ok(extended.message.length > 0);
      assert.ok(Math.abs(Date.parse(extended.expiresAt) - Date.now() - 60 * DAY_MS) < 600_000);
      for (const jwt of [token, extended.token]) done(await generateKey(service, jwt));
    },
  ),

  check(
    'tokens.extend.refused',
    {
      rule: "Another wallet's token is NOT_FOUND, a bad lifetime VALIDATION_FAILED; token and expiresAt are then null.",
      section: `${section}; ${decided}`,
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const [one, other] = [await newcomer(), await newcomer()];
      const foreign = await extendToken(service, one.tokenId, other.token);
      refused(foreign, 'NOT_FOUND');
      allNull(foreign, ['token', 'expiresAt']);
      refused(await extendToken(service, one.tokenId, one.token, { expiresIn: 'soon' }), 'VALIDATION_FAILED');
      refused(await revokeToken(service, one.tokenId, other.token), 'NOT_FOUND');
      done(await generateKey(service, one.token));
    },
  ),

  check(
    'tokens.revoke',
    {
      rule: 'Revoking kills every JWT of the token at once, and public queries say REVOKED; again it is CONFLICT with the original time.',
      section: `${section}; ${decided}`,
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const { token, tokenId } = await newcomer();
      const extended = done(await extendToken(service, tokenId, token));
      const ended = done(await revokeToken(service, tokenId, token));
      assert.equal(ended.tokenId, tokenId);
      assert.match(ended.revokedAt, isoUtc);
      const again = await revokeToken(service, tokenId, token);
      refused(again, 'CONFLICT', 'ALREADY_REVOKED');
      assert.equal(again.revokedAt, ended.revokedAt);
      for (const jwt of [token, extended.token]) {
        refused(await generateKey(service, jwt), 'UNAUTHENTICATED');
        saysEnded(await service.post('{ labs { totalCount } }', {}, jwt), 'REVOKED');
      }
      refused(await extendToken(service, tokenId, token), 'FAILED_PRECONDITION', 'TOKEN_REVOKED');
    },
  ),

  check(
    'tokens.own',
    {
      rule: 'Each sign-in is a token of its own: ending one leaves the others.',
      section: decided,
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const first = await newcomer();
      const second = await signIn(service, first.wallet);
      done(await revokeToken(service, first.tokenId, second.token));
      done(await generateKey(service, second.token));
      refused(await generateKey(service, first.token), 'UNAUTHENTICATED');
    },
  ),
];
