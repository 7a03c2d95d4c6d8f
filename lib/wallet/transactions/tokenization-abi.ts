import {
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  oclTokenizerPolicyAbi,
} from '@labroom/contracts/abi';

/** The tokenizer's ABI, with the errors of the policy, the terms contract and tokens, which it passes on. */
export const tokenizationAbi = [
  ...oclTokenizerAbi,
  ...[...oclTokenizerPolicyAbi, ...oclTermsPermissionerAbi, ...labTokenAbi].filter(
    (entry) => entry.type === 'error',
  ),
] as const;
