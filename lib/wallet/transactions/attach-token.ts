import type { Address } from '@labroom/contracts/networks';
import { tokenizationAbi } from './tokenization-abi.ts';
import type { AgreementReference } from './tokenize-lab.ts';
import { type Transaction, transactionOf } from './transaction.ts';

export interface AttachTokenInput {
  tokenizer: Address;
  lab: { labId: bigint; name: string };
  /** The ERC-20, with its own name and symbol. */
  token: { address: Address; name: string; symbol: string };
  agreement: AgreementReference;
  /** The controller's signature of the terms. */
  signature: `0x${string}`;
}

/** `OclTokenizer.attachToken`: makes an existing ERC-20 the lab's only token. */
export function attachToken({ tokenizer, lab, token, agreement, signature }: AttachTokenInput): Transaction {
  return transactionOf({
    title: `Attach ${token.symbol} to ${lab.name}`,
    effect: `${token.symbol} becomes the token of the lab permanently. No other token can be created or attached, and the agreement cannot be changed. No tokens are issued or moved, and the lab does not control the supply.`,
    facts: {
      Lab: `#${lab.labId}`,
      Token: token.address,
      'Name in the contract': `${token.name} (${token.symbol})`,
      Agreement: agreement.key,
      'Its SHA-256': agreement.contentHash,
    },
    address: tokenizer,
    abi: tokenizationAbi,
    functionName: 'attachToken',
    args: [lab.labId, agreement.key, agreement.contentHash, signature, token.address],
  });
}
