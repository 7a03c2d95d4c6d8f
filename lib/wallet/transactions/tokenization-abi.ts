import { labTokenAbi, oclTermsPermissionerAbi, oclTokenizerAbi } from '#contracts/abi.generated.ts';

/** The tokenizer's ABI, with the errors of the terms contract and of tokens, which it passes on. */
export const tokenizationAbi = [
  ...oclTokenizerAbi,
  ...[...oclTermsPermissionerAbi, ...labTokenAbi].filter((entry) => entry.type === 'error'),
] as const;
