import {
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  oclTokenizerPolicyAbi,
  wrappedLabTokenAbi,
} from '@labroom/contracts/abi';
import {
  type Abi,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  encodeErrorResult,
} from 'viem';
import { describe, expect, it, test } from 'vitest';
import { tokenizationAbi } from '../wallet/transactions/tokenization-abi.ts';
import { explainTokenizationError, revertTexts } from './explain-tokenization-error.ts';
import { StepError } from './resolve-step.ts';

/** The error that viem throws when a simulated call reverts. */
function revert(abi: Abi, data: `0x${string}`): Error {
  const cause = new ContractFunctionRevertedError({ abi, data, functionName: 'tokenize' });
  return new ContractFunctionExecutionError(cause, { abi, functionName: 'tokenize', args: [] });
}

/** Errors that users of the page cannot cause. */
const unreachable =
  /^(ERC20(Insufficient|InvalidApprover|InvalidSender|InvalidSpender)|ERC1967|UUPS|Ownable|RenounceOwnership|MustGuard|GuardianMustWait|ExpectedPause|MissingCode|NotInitializing|InvalidInitialization|AddressEmptyCode|FailedCall|FailedDeployment|InsufficientBalance|CloneArgumentsTooLong|StringsInsufficient)/;

describe('texts for contract errors', () => {
  const abis = [
    oclTokenizerAbi,
    oclTokenizerPolicyAbi,
    oclTermsPermissionerAbi,
    labTokenAbi,
    wrappedLabTokenAbi,
  ];
  const names = abis.flatMap((abi) => abi.flatMap((entry) => (entry.type === 'error' ? [entry.name] : [])));

  test.each([...new Set(names)].filter((name) => !unreachable.test(name)))('%s has a sentence', (name) => {
    expect(revertTexts[name]?.title).toMatch(/\.$/);
  });

  it("recognizes an error in a node's response, whatever contract it comes from", () => {
    for (const errorName of [
      'AlreadyTokenized',
      'MustControlLab',
      'InvalidSignature',
      'TokenCapped',
      'EnforcedPause',
    ] as const) {
      const data = encodeErrorResult({ abi: tokenizationAbi, errorName });
      const failure = new StepError('trial', revert(tokenizationAbi, data));
      expect(explainTokenizationError(failure)).toEqual(revertTexts[errorName]);
    }
  });

  it('covers errors that a Safe returns as text', () => {
    const abi = [{ type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] }] as const;
    const told = (text: string) =>
      explainTokenizationError(revert(abi, encodeErrorResult({ abi, errorName: 'Error', args: [text] })));
    expect(told('GS026').title).toContain('not by an owner of the Safe');
    expect(told('GS999').title).toBe('The contract reverted: GS999.');
  });
});
