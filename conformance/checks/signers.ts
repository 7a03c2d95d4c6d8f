import assert from 'node:assert/strict';
import { type Hex, hashMessage } from 'viem';
import type { LabChain } from '#packages/client/lab-chain.ts';
import { deploySafe, signAsSafe, swapFirstOwner } from '#testing/safe.ts';
import { check } from '../check.ts';
import { GENERATE_KEY } from '../documents.ts';
import { done, refused } from '../expect.ts';
import type { Service } from '../service.ts';
import { EXTEND_TOKEN, GENERATE_TOKEN, SERVICE_NAME, signInMessage } from '../sign-in.ts';

const section =
  'docs/specification/identity.md#tokens-that-a-contract-signed-for; docs/specification/identity.md#service-tokens';
const REVOKE_ALL = `mutation($walletAddress: String!, $messageSignature: String!) {
  revokeAllServiceTokens(walletAddress: $walletAddress, messageSignature: $messageSignature) {
    revokedCount message error { code message requestId retryable details } } }`;
const LIST = '{ serviceTokens(onlyLive: true) { totalCount nodes { tokenId serviceName isCurrent } } }';

interface Listed {
  tokenId: string;
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
    const signed = { walletAddress, messageSignature: messageSignature ?? (await sign()) };
    const variables = { serviceName: SERVICE_NAME, expiresIn, ...signed };
    return (await service.ask(GENERATE_TOKEN, variables)).generateServiceToken;
  };
  return { walletAddress, sign, generate };
}

const use = async (service: Service, token: string) =>
  (await service.ask(GENERATE_KEY, {}, token)).generateDataEncryptionKey;

/** Who can still sign for a wallet, and what its tokens are worth by that. */
export const signerChecks = [
  check(
    'tokens.contract',
    {
      rule: 'A token that a contract signed for lives at most 24 hours, and is extended with a fresh signature only.',
      section,
      covers: ['decided.tokens.contract', 'decided.tokens.fresh'],
      needs: ['chain', 'newcomer'],
    },
    async ({ service, chain }) => {
      const { sign, generate } = await safeOf({ service, chain });
      const messageSignature = await sign();
      refused(await generate('25h', messageSignature), 'VALIDATION_FAILED', 'EXPIRES_IN_TOO_LONG');
      const issued = done(await generate(undefined, messageSignature));
      assert.equal(Date.parse(issued.expiresAt) - Date.parse(issued.createdAt), 86_400_000);
      const extend = async (more: object) => {
        const variables = { tokenId: issued.tokenId, expiresIn: '2h', ...more };
        return (await service.ask(EXTEND_TOKEN, variables, issued.token)).extendServiceToken;
      };
      refused(await extend({}), 'UNAUTHENTICATED', 'FRESH_PROOF_REQUIRED');
      const { token } = done(await extend({ messageSignature: await sign() }));
      done(await use(service, token));
    },
  ),

  check(
    'tokens.signer-removed',
    {
      rule: "The token of a Safe's former owner is refused within five minutes, and stays so.",
      section,
      covers: ['decided.tokens.signer'],
      needs: ['chain', 'newcomer', 'operator'],
    },
    async ({ service, chain, newcomer, operator }) => {
      const { walletAddress, generate } = await safeOf({ service, chain });
      const { token, tokenId } = done(await generate());
      await operator.ageConfirmation(tokenId);
      done(await use(service, token));
      await swapFirstOwner(chain, walletAddress, (await newcomer()).wallet.address);
      await operator.ageConfirmation(tokenId);
      for (let time = 0; time < 2; time += 1)
        refused(await use(service, token), 'UNAUTHENTICATED', 'SIGNER_NOT_CONFIRMED');
    },
  ),

  check(
    'tokens.all',
    {
      rule: "A wallet lists its tokens, and ends them all with one signature that is for that alone; another's does nothing.",
      section,
      covers: ['decided.tokens.list', 'decided.tokens.revokeAll'],
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const [{ wallet, token, tokenId }, other] = [await newcomer(), await newcomer()];
      const { serviceTokens } = await service.ask(LIST, {}, token);
      assert.deepEqual(
        serviceTokens.nodes.map((row: Listed) => [row.tokenId, row.isCurrent]),
        [[tokenId, true]],
      );
      const message = await signInMessage(service, wallet.address, 'revokeAllServiceTokens');
      const revokeAll = async (messageSignature: Hex) => {
        const variables = { walletAddress: wallet.address, messageSignature };
        return (await service.ask(REVOKE_ALL, variables)).revokeAllServiceTokens;
      };
      const forged = await revokeAll(await other.wallet.signMessage({ message }));
      refused(forged, 'UNAUTHENTICATED', 'INVALID_SIGNATURE');
      done(await use(service, token));
      const messageSignature = await wallet.signMessage({ message });
      const identity = { serviceName: 'revokeAllServiceTokens', walletAddress: wallet.address };
      const { generateServiceToken } = await service.ask(GENERATE_TOKEN, { ...identity, messageSignature });
      refused(generateServiceToken, 'VALIDATION_FAILED');
      assert.equal(done(await revokeAll(messageSignature)).revokedCount, 1);
      refused(await use(service, token), 'UNAUTHENTICATED', 'TOKEN_REVOKED');
      done(await use(service, other.token));
    },
  ),
];
