import { labTokenAbi, oclTermsPermissionerAbi, oclTokenizerAbi } from '#contracts/abi.generated.ts';

/** The tokenizer, with the errors of the terms contract and of tokens, which come through it. */
export const tokenizationAbi = [
  ...oclTokenizerAbi,
  ...[...oclTermsPermissionerAbi, ...labTokenAbi].filter((entry) => entry.type === 'error'),
] as const;
