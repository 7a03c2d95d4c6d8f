import { LabroomError } from '@labroom/client/api-failure';
import { accessResolverAbi } from '@labroom/contracts/abi';
import {
  BaseError,
  ChainMismatchError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  defineChain,
  encodeErrorResult,
  UserRejectedRequestError,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { explainFailure } from './explain-failure.ts';
import { OtherNetworkError } from './other-network-error.ts';

// `viem/chains` would load hundreds.
const base = defineChain({
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
});
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
      advice: expect.stringMatching(/holder of the LabNFT/),
    });
  });

  it('recognizes a declined request, however deep the error is nested', () => {
    const declined = new UserRejectedRequestError(new Error('User rejected'));
    const wrapped = new BaseError('Outer', { cause: new BaseError('Inner', { cause: declined }) });
    expect(explainFailure(wrapped)).toMatchObject({ declined: true });
    expect(explainFailure({ code: 4001, message: 'no' })).toMatchObject({ declined: true });
  });

  it.each([
    ['a wallet on another network', new ChainMismatchError({ chain: base, currentChainId: 1 })],
    ['a wallet that moved meanwhile', { name: 'ConnectorChainMismatchError', shortMessage: 'raw' }],
    ['a busy wallet', Object.assign(new Error('raw'), { code: -32002 })],
    ['a locked wallet', Object.assign(new Error('raw'), { code: 4100 })],
    ['a disconnected wallet', { name: 'ConnectorNotConnectedError', shortMessage: 'raw' }],
    ['an unknown error of a wallet', Object.assign(new Error('raw'), { code: -32603 })],
    ['an unknown error of viem', new BaseError('raw')],
  ])('explains %s in words of its own', (_, error) => {
    const { title, advice, declined } = explainFailure(new BaseError('raw', { cause: error as Error }));
    expect(title).not.toMatch(/raw|chain of the wallet/);
    expect(advice).toBeTruthy();
    expect(declined).toBeUndefined();
  });

  it('tells a declined switch of the network from one that failed', () => {
    const names = { wallet: 'Ethereum', needed: 'Base' };
    expect(explainFailure(new OtherNetworkError(names, 'declined'))).toEqual({
      title: 'Your wallet is still on Ethereum.',
      advice: 'Nothing was sent. The transaction needs Base. Try again to switch.',
      declined: true,
    });
    expect(explainFailure(new OtherNetworkError(names, 'failed'))).not.toHaveProperty('declined');
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
