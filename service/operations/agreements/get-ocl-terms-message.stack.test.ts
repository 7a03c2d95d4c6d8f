import { hashMessage, recoverMessageAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeOclId } from '#contracts/ocl-id.ts';
import { type Relay, startRelay } from '#testing/relay.ts';
import { requireStack } from '#testing/require-stack.ts';
import { generateAgreement, TERMS, termsMessage } from '#testing/test-agreement.ts';
import { post } from '#testing/test-client.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { fundedWallet } from '#testing/test-wallets.ts';

/** The contract has terms for every id, also for one without a lab. */
const tokenId = 2n ** 80n - 1n;
const oclId = encodeOclId({ tokenId, account: `0x${'c0ffee'.padEnd(40, '2')}` });

describe('getOclTermsMessage', () => {
  let node: Relay;
  let service: TestService;
  let agreement: { agreementKey: string; agreementContentHash: string };
  let valid: Record<string, unknown>;

  beforeAll(async () => {
    node = await startRelay(requireStack('rpcUrl'));
    service = await startTestService({ rpcUrl: node.url });
    agreement = await generateAgreement(service, { oclId, symbol: 'LAB' });
    const { agreementKey, agreementContentHash: contentHash } = agreement;
    valid = { agreementKey, contentHash, labId: tokenId.toString(), chainId: 31337 };
  });
  afterAll(async () => {
    await service.stop();
    await node.close();
  });

  test('returns the text of the terms contract and the hash that a signature signs', async () => {
    const { message, digest, isSuccess, error } = await termsMessage(service, agreement, tokenId);
    expect({ isSuccess, error }).toEqual({ isSuccess: true, error: null });
    const [sentence, blank, chain, version, ...rest] = message.split('\n');
    for (const part of [`Lab #${tokenId}`, agreement.agreementKey, agreement.agreementContentHash])
      expect(sentence).toContain(part);
    expect([blank, chain, version, rest]).toEqual(['', 'Chain Id: 31337', 'Version: 1', []]);
    expect(digest).toBe(hashMessage(message));
    const wallet = await fundedWallet();
    const signature = await wallet.signMessage({ message });
    expect(await recoverMessageAddress({ message, signature })).toBe(wallet.address);
  });

  test('accepts the hash in upper and lower case', async () => {
    const contentHash = `0x${agreement.agreementContentHash.slice(2).toUpperCase()}`;
    const { body } = await post(service, TERMS, { ...valid, contentHash });
    expect(body.data.getOclTermsMessage).toEqual(await termsMessage(service, agreement, tokenId));
  });

  test.each([
    [
      'NOT_FOUND',
      'AGREEMENT_NOT_FOUND',
      'an unknown agreement',
      { agreementKey: `${oclId}/agreements/none.json` },
    ],
    ['NOT_FOUND', 'AGREEMENT_NOT_FOUND', 'a key of nothing', { agreementKey: '' }],
    ['NOT_FOUND', 'AGREEMENT_NOT_FOUND', 'a key that PostgreSQL would not take', { agreementKey: 'a\0b' }],
    [
      'INVALID_INPUT',
      'CONTENT_HASH_MISMATCH',
      'the hash of another document',
      { contentHash: `0x${'ab'.repeat(32)}` },
    ],
    ['INVALID_INPUT', undefined, 'a hash that is none', { contentHash: '0x1234' }],
    ['INVALID_INPUT', 'CHAIN_ID_MISMATCH', 'another chain', { chainId: 8453 }],
    ['INVALID_INPUT', 'LAB_ID_MISMATCH', 'another lab', { labId: '1' }],
    ['INVALID_INPUT', undefined, 'a lab in hex', { labId: '0x1' }],
    ['INVALID_INPUT', undefined, 'a lab with leading zeros', { labId: `0${tokenId}` }],
    ['INVALID_INPUT', undefined, 'a negative lab', { labId: '-1' }],
    ['INVALID_INPUT', undefined, 'no lab', { labId: '' }],
  ])('throws %s %s for %s', async (errorType, reason, _, change) => {
    const { body } = await post(service, TERMS, { ...valid, ...change });
    expect(body.data).toBeNull();
    expect(body.errors).toMatchObject([{ errorType, path: ['getOclTermsMessage'] }]);
    expect(body.errors[0].errorInfo.reason).toBe(reason);
  });

  test('throws UPSTREAM_UNAVAILABLE while the chain cannot be read', async () => {
    node.cut();
    const { body } = await post(service, TERMS, valid);
    expect(body.errors).toMatchObject([{ errorType: 'UPSTREAM_UNAVAILABLE' }]);
    node.mend();
    expect((await post(service, TERMS, valid)).body.errors).toBeUndefined();
  });

  test('throws UPSTREAM_UNAVAILABLE if the terms contract does not exist', async () => {
    const { context } = service;
    const { contracts } = context.chain;
    for (const termsPermissioner of [null, contracts.labNft] as const) {
      context.chain = { ...context.chain, contracts: { ...contracts, termsPermissioner } };
      const { body } = await post(service, TERMS, valid);
      expect(body.errors).toMatchObject([{ errorType: 'UPSTREAM_UNAVAILABLE' }]);
    }
    context.chain = { ...context.chain, contracts };
  });
});
