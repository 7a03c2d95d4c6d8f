import type { Address } from '@labroom/contracts/networks';
import { formatAmount } from '@labroom/protocol/token-amount';
import { tokenizationAbi } from './tokenization-abi.ts';
import { type Transaction, transactionOf } from './transaction.ts';

/** Reference to the membership agreement in the token's metadata. */
export interface AgreementReference {
  key: string;
  /** SHA-256: `0x` and 64 hex digits. */
  contentHash: `0x${string}`;
}

export interface TokenizeLabInput {
  tokenizer: Address;
  lab: { labId: bigint; name: string };
  /** Holder of the lab, who receives the initial supply. */
  controller: Address;
  symbol: string;
  /** In units of 10^-18 tokens. */
  amount: bigint;
  agreement: AgreementReference;
  /** The controller's signature of the terms. */
  signature: `0x${string}`;
}

/** `OclTokenizer.tokenize`: creates the lab's only token. */
export function tokenizeLab(input: TokenizeLabInput): Transaction {
  const { tokenizer, lab, controller, symbol, amount, agreement, signature } = input;
  const supply =
    amount === 0n ? 'No tokens are issued yet.' : `${controller} gets ${formatAmount(amount)} ${symbol}.`;
  return transactionOf({
    title: `Create ${symbol}, the token of ${lab.name}`,
    effect: `${supply} The token is permanent: no other can be created or attached, and its symbol and agreement cannot be changed.`,
    facts: {
      Lab: `#${lab.labId}`,
      Name: `Lab Tokens of Lab #${lab.labId}`,
      Symbol: symbol,
      'Initial supply': `${formatAmount(amount)} ${symbol}`,
      For: controller,
      Agreement: agreement.key,
      'Its SHA-256': agreement.contentHash,
    },
    address: tokenizer,
    abi: tokenizationAbi,
    functionName: 'tokenize',
    args: [lab.labId, amount, symbol, agreement.key, agreement.contentHash, signature],
  });
}
