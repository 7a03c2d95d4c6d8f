import {
  BaseError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  encodeErrorResult,
  UserRejectedRequestError,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { accessResolverAbi } from '#contracts/abi.generated.ts';
import { LabroomError } from '#packages/client/api-failure.ts';
import { explainFailure } from './explain-failure.ts';

const oclId = `0x${'01'.repeat(32)}` as const;
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** The error that viem throws when a simulated call reverts. */
function revert(data: `0x${string}`): Error {
  const cause = new ContractFunctionRevertedError({
    abi: accessResolverAbi,
    data,
    functionName: 'grantRole',
  });
  return new ContractFunctionExecutionError(cause, {
    abi: accessResolverAbi,
    functionName: 'grantRole',
    args: [],
  });
}

describe('explaining failures', () => {
  it('explains a contract revert', () => {
    const args = [oclId, wallet, 2] as const;
    const data = encodeErrorResult({ abi: accessResolverAbi, errorName: 'UnauthorizedRoleAdmin', args });
    expect(explainFailure(revert(data))).toEqual({
      title: 'This wallet may not change this role.',
      advice: 'Owners change every role, contributors only viewers.',
    });
  });

  it('recognizes a declined request, however deep the error is nested', () => {
    const declined = new UserRejectedRequestError(new Error('User rejected'));
    const wrapped = new BaseError('Outer', { cause: new BaseError('Inner', { cause: declined }) });
    expect(explainFailure(wrapped)).toMatchObject({ declined: true });
    expect(explainFailure({ code: 4001, message: 'no' })).toMatchObject({ declined: true });
  });

  it("keeps the service's request id and says whether a retry may help", () => {
    const failure = new LabroomError({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The chain could not be read.',
      requestId: 'r',
    });
    expect(explainFailure(failure)).toMatchObject({
      requestId: 'r',
      advice: expect.stringContaining('Try again'),
    });
    const final = new LabroomError({ code: 'UNAUTHORIZED', message: 'No role.', requestId: 'r' });
    expect(explainFailure(final).advice).toBeUndefined();
  });

  it('returns a text for every error', () => {
    expect(explainFailure(undefined).title).toBe('It failed for an unknown reason. Try again.');
    expect(explainFailure(new Error('The dog ate it.')).title).toBe('The dog ate it.');
  });
});
