import type { Address } from '@labroom/contracts/networks';
import { formatAmount } from '@labroom/protocol/token-amount';
import { tokenizationAbi } from './tokenization-abi.ts';
import { type Transaction, transactionOf } from './transaction.ts';

export interface CapTokenInput {
  tokenizer: Address;
  token: { address: Address; symbol: string; totalIssued: bigint };
}

/** `OclTokenizer.cap`: ends the issuance of a lab's token. */
export function capToken({ tokenizer, token }: CapTokenInput): Transaction {
  const { symbol, totalIssued } = token;
  return transactionOf({
    title: `End issuance of ${symbol} permanently`,
    effect: `The supply is fixed at the ${formatAmount(totalIssued)} ${symbol} issued so far. The cap is permanent: neither you, a later owner of the lab, nor the developers of the contract can remove it.`,
    facts: { Token: token.address, Issued: `${formatAmount(totalIssued)} ${symbol}` },
    address: tokenizer,
    abi: tokenizationAbi,
    functionName: 'cap',
    args: [token.address],
  });
}
