import assert from 'node:assert/strict';
import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import { deploySafe, signAsSafe, swapFirstOwner } from '@labroom/testing/safe.ts';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import {
  extendToken,
  generateToken,
  revokeAllTokens,
  signInMessage,
} from '@labroom/testing/token-requests.ts';
import { type Hex, hashMessage } from 'viem';
import { check } from '../check/check.ts';
import { done, refused } from '../service/expect.ts';
import type { Service } from '../service/service.ts';

const section =
  'docs/specification/identity.md#tokens-that-a-contract-signed-for; docs/specification/identity.md#service-tokens';
const LIST = '{ serviceTokens(onlyLive: true) { totalCount nodes { tokenId serviceName proof isCurrent } } }';

const MARK = 'mutation { markInboxRead { error { code message retryable requestId details } } }';

interface Listed {
  tokenId: string;
  proof: string;
  isCurrent: boolean;
}

/** A Safe of the chain's owner that signs in. */
async function safeOf({ service, chain }: { service: Service; chain: LabChain }) {
  const walletAddress = await deploySafe(chain, [chain.account.address]);
  const sign = async () =>
    signAsSafe(
      chain.account,
      walletAddress,
      hashMessage(await signInMessage(service, walletAddress)),
      service.chainId,
    );
  const generate = async (expiresIn?: string, messageSignature?: Hex) => {
    const signature = messageSignature ?? (await sign());
    return generateToken(service, { walletAddress, messageSignature: signature, expiresIn });
  };
  return { walletAddress, sign, generate };
}

export const signerChecks = [
  check(
    'tokens.contract',
    {
      rule: 'A token that a contract signed for lives at most 24 hours, and is extended with a fresh signature only.',
      section,
      needs: ['chain', 'newcomer'],
    },
    async ({ service, chain, newcomer }) => {
      const { walletAddress, sign, generate } = await safeOf({ service, chain });
      const messageSignature = await sign();
      for (const expiresIn of ['25h', '2d', '2y']) {
        const failed = await generate(expiresIn, messageSignature);
        assert.equal(refused(failed, 'VALIDATION_FAILED', 'EXPIRES_IN_TOO_LONG').longest, '24h');
        assert.match(failed.error.message, /at most 24h/);
      }
      const issued = done(await generate(undefined, messageSignature));
      assert.equal(Date.parse(issued.expiresAt) - Date.parse(issued.createdAt), 86_400_000);
      const extend = (more: object) =>
        extendToken(service, issued.tokenId, issued.token, { expiresIn: '2h', ...more });
      refused(await extend({}), 'UNAUTHENTICATED', 'FRESH_PROOF_REQUIRED');
      const fresh = { messageSignature: await sign() };
      refused(await extend({ ...fresh, expiresIn: '25h' }), 'VALIDATION_FAILED', 'EXPIRES_IN_TOO_LONG');
      const message = hashMessage(await signInMessage(service, walletAddress));
      const forged = await signAsSafe((await newcomer()).wallet, walletAddress, message, service.chainId);
      refused(await extend({ messageSignature: forged }), 'UNAUTHENTICATED', 'INVALID_SIGNATURE');
      const { token } = done(await extend(fresh));
      done(await generateKey(service, token));
      refused(await extend(fresh), 'UNAUTHENTICATED', 'NONCE_NOT_FOUND');
      const short = done(await generate('2h'));
      assert.equal(Date.parse(short.expiresAt) - Date.parse(short.createdAt), 7_200_000);
    },
  ),

  check(
    'tokens.signer-removed',
    {
      rule: "The token of a Safe's former owner gets no key and changes nothing from the block of the removal on.",
      section,
      needs: ['chain', 'newcomer'],
    },
    async ({ service, chain, newcomer }) => {
      const { walletAddress, generate } = await safeOf({ service, chain });
      const [forKey, forChange] = [done(await generate()), done(await generate())];
      done(await generateKey(service, forKey.token));
      await swapFirstOwner(chain, walletAddress, (await newcomer()).wallet.address);
      for (let time = 0; time < 2; time += 1)
        refused(await generateKey(service, forKey.token), 'UNAUTHENTICATED', 'SIGNER_NOT_CONFIRMED');
      const { markInboxRead } = await service.ask(MARK, {}, forChange.token);
      refused(markInboxRead, 'UNAUTHENTICATED', 'SIGNER_NOT_CONFIRMED');
    },
  ),

  check(
    'tokens.signer-removed-reads',
    {
      rule: "The token of a Safe's former owner reads for five minutes at most.",
      section,
      needs: ['chain', 'newcomer', 'operator'],
    },
    async ({ service, chain, newcomer, operator }) => {
      const { walletAddress, generate } = await safeOf({ service, chain });
      const { token, tokenId } = done(await generate());
      await operator.ageConfirmation(tokenId);
      assert.equal((await service.ask(LIST, {}, token)).serviceTokens.totalCount, 1);
      await swapFirstOwner(chain, walletAddress, (await newcomer()).wallet.address);
      await operator.ageConfirmation(tokenId);
      for (let time = 0; time < 2; time += 1) {
        const { body } = await service.post(LIST, {}, token);
        const [error] = body.errors;
        assert.deepEqual(
          [error.errorType, error.errorInfo.reason],
          ['UNAUTHENTICATED', 'SIGNER_NOT_CONFIRMED'],
        );
      }
    },
  ),

  check(
    'tokens.all',
    {
      rule: "A wallet lists its tokens, and ends them all with one signature that is for that alone; another's does nothing.",
      section,
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const [{ wallet, token, tokenId }, other] = [await newcomer(), await newcomer()];
      const { serviceTokens } = await service.ask(LIST, {}, token);
      assert.deepEqual(
        serviceTokens.nodes.map((row: Listed) => [row.tokenId, row.proof, row.isCurrent]),
        [[tokenId, 'KEY_SIGNATURE', true]],
      );
      assert.ok(!JSON.stringify(serviceTokens).includes(token.split('.')[2] ?? token));
      const message = await signInMessage(service, wallet.address, 'revokeAllServiceTokens');
      assert.match(
        message,
        new RegExp(`all .* tokens of this wallet in the ${service.environment} environment`),
      );
      const revokeAll = (messageSignature: Hex) => revokeAllTokens(service, wallet.address, messageSignature);
      const forged = await revokeAll(await other.wallet.signMessage({ message }));
      refused(forged, 'UNAUTHENTICATED', 'INVALID_SIGNATURE');
      const signIn = await wallet.signMessage({ message: await signInMessage(service, wallet.address) });
      refused(await revokeAll(signIn), 'UNAUTHENTICATED', 'INVALID_SIGNATURE');
      done(await generateKey(service, token));
      const messageSignature = await wallet.signMessage({ message });
      const identity = { serviceName: 'revokeAllServiceTokens', walletAddress: wallet.address };
      refused(await generateToken(service, { ...identity, messageSignature }), 'VALIDATION_FAILED');
      assert.equal(done(await revokeAll(messageSignature)).revokedCount, 1);
      refused(await generateKey(service, token), 'UNAUTHENTICATED', 'TOKEN_REVOKED');
      done(await generateKey(service, other.token));
    },
  ),
];
