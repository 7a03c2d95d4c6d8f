import type { Address } from '#contracts/networks.ts';
import { formatAmount } from '#lib/tokenize/token-amount.ts';
import { tokenizationAbi } from './tokenization-abi.ts';
import type { Transaction } from './transaction.ts';

export interface CapTokenInput {
  tokenizer: Address;
  token: { address: Address; symbol: string; totalIssued: bigint };
}

/** `OclTokenizer.cap`: ends the issuance of a lab's token. */
export function capToken({ tokenizer, token }: CapTokenInput): Transaction {
  const { symbol, totalIssued } = token;
  return {
    describe: {
      title: `End the issuance of ${symbol} for ever`,
      effect: `There will never be more than the ${formatAmount(totalIssued)} ${symbol} issued so far. Nobody can lift the cap again: not you, not a later owner of the lab, not the makers of the contract.`,
      facts: [
        { label: 'Token', value: token.address },
        { label: 'Issued', value: `${formatAmount(totalIssued)} ${symbol}` },
        { label: 'Contract', value: tokenizer },
        { label: 'Function', value: 'cap' },
      ],
    },
    request: { address: tokenizer, abi: tokenizationAbi, functionName: 'cap', args: [token.address] },
  };
}
