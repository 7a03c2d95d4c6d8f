import { encodeOclId } from '@labroom/contracts/ocl-id';
import { generateAgreement, TERMS, termsVariables } from '@labroom/testing/test-agreement.ts';
import { resultOf } from '@labroom/testing/test-client.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';

/** The contract has terms for every id, also for one without a lab. */
const tokenId = 2n ** 80n - 1n;
const oclId = encodeOclId({ tokenId, account: `0x${'c0ffee'.padEnd(40, '2')}` });

describe('getOclTermsMessage', async () => {
  const service = await openTestService();

  test('fails with UPSTREAM_UNAVAILABLE if the terms contract does not exist', async () => {
    const valid = termsVariables(await generateAgreement(service, { oclId, symbol: 'LAB' }), tokenId);
    const { context } = service;
    const { contracts } = context.chain;
    for (const termsPermissioner of [null, contracts.labNft] as const) {
      context.chain = { ...context.chain, contracts: { ...contracts, termsPermissioner } };
      expect(await resultOf(service, TERMS, valid)).toEqual({
        ...{ message: null, digest: null, isSuccess: false },
        error: {
          code: 'UPSTREAM_UNAVAILABLE',
          message: expect.any(String),
          requestId: expect.any(String),
          retryable: true,
          details: expect.stringContaining('"reason"'),
        },
      });
    }
    context.chain = { ...context.chain, contracts };
  });
});
