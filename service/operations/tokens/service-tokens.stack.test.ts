import { signIn } from '@labroom/testing/actors.ts';
import { reasonOf, refusalOf } from '@labroom/testing/test-client.ts';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { extendToken, generateToken, revokeToken, signInMessage } from '@labroom/testing/token-requests.ts';
import { eq } from 'drizzle-orm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test, vi } from 'vitest';
import { currentSignInMessage } from '#auth/sign-in-message.ts';
import { serviceTokens, signInMessages } from '#platform/db/tables/tokens.ts';

const wallet = () => privateKeyToAccount(generatePrivateKey());

const service = await openTestService();
/** A second process on the same database. */
const replica = { url: (await service.startPeer()).url, credential: service.credential };

describe('the sign-in message', () => {
  test('is returned to a request that runs while another one uses it', async () => {
    const { context } = service;
    const { $client } = context.db;
    const account = wallet();
    const address = account.address.toLowerCase();
    const { message } = await currentSignInMessage(context, address, 'tests');
    const query = $client.query.bind($client) as (...args: unknown[]) => Promise<unknown>;
    const mine = eq(signInMessages.wallet, address);
    const spy = vi.spyOn($client, 'query').mockImplementationOnce((async (...args: unknown[]) => {
      const result = await query(...args);
      await context.db.update(signInMessages).set({ usedAt: new Date() }).where(mine);
      return result;
    }) as typeof $client.query);
    expect((await currentSignInMessage(context, address, 'tests')).message).toBe(message);
    spy.mockRestore();
    expect((await currentSignInMessage(context, address, 'tests')).message).not.toBe(message);
  });
});

describe('generateServiceToken', () => {
  test('exactly one of fifty concurrent requests with one signature through two processes gets a token', async () => {
    const account = wallet();
    const message = await signInMessage(service, account.address);
    const messageSignature = await account.signMessage({ message });
    const proof = { walletAddress: account.address, messageSignature };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => generateToken(i % 2 ? replica : service, proof)),
    );
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1);
    for (const refused of answers.filter(({ error }) => error))
      expect([refused.token, reasonOf(refused)]).toEqual([null, 'NONCE_NOT_FOUND']);
    const issued = await service.context.db
      .select()
      .from(serviceTokens)
      .where(eq(serviceTokens.wallet, account.address.toLowerCase()));
    expect(issued).toHaveLength(1);
  });

  test('rejects a signature over the message of another service name', async () => {
    const account = wallet();
    const message = await signInMessage(service, account.address, 'other');
    const messageSignature = await account.signMessage({ message });
    const answer = await generateToken(service, { walletAddress: account.address, messageSignature });
    expect(reasonOf(answer)).toBe('NONCE_NOT_FOUND');
  });
});

describe('a service token', () => {
  test('is revoked once by twenty concurrent requests through two processes: every JWT is invalid, and the time is returned', async () => {
    const { token, tokenId } = await signIn(service, wallet());
    const extended = await extendToken(service, tokenId, token);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => revokeToken(i % 2 ? replica : service, tokenId, token)),
    );
    expect(results.filter((result) => result.error === null)).toHaveLength(1);
    expect(new Set(results.map((result) => result.revokedAt)).size).toBe(1);
    for (const refused of results.filter((result) => result.error))
      expect(refusalOf(refused)).toEqual({ code: 'CONFLICT', reason: 'ALREADY_REVOKED' });
    const revoked = { code: 'UNAUTHENTICATED', reason: 'TOKEN_REVOKED' };
    expect(refusalOf(await generateKey(service, token))).toEqual(revoked);
    expect(refusalOf(await generateKey(replica, extended.token))).toEqual(revoked);
  });
});
