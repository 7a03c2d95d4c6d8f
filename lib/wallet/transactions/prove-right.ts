import type { Address } from '@labroom/contracts/networks';
import { tokenizationAbi } from './tokenization-abi.ts';
import { type Transaction, transactionOf } from './transaction.ts';

export interface ProveRightInput {
  tokenizer: Address;
  lab: { labId: bigint; name: string };
  /** The attached ERC-20. */
  token: { address: Address; symbol: string };
}

/** `OclTokenizer.proveRight`: records that the lab has a right to the token that is attached to it. */
export function proveRight({ tokenizer, lab, token }: ProveRightInput): Transaction {
  return transactionOf({
    title: `Prove the right of ${lab.name} to ${token.symbol}`,
    effect: `The tokenizer asks the token’s contract who owns or administers it, and records that it is the holder or the account of the lab. While that stays so, no other lab can attach ${token.symbol}. Nothing is moved, and the token does not change.`,
    facts: { Lab: `#${lab.labId}`, Token: token.address },
    address: tokenizer,
    abi: tokenizationAbi,
    functionName: 'proveRight',
    args: [lab.labId],
  });
}
