import type { Address } from '@labroom/contracts/networks';
import { formatAmount } from '@labroom/protocol/token-amount';
import { tokenizationAbi } from './tokenization-abi.ts';
import { type Transaction, transactionOf } from './transaction.ts';

export interface IssueTokensInput {
  tokenizer: Address;
  token: { address: Address; symbol: string; totalIssued: bigint };
  /** In units of 10^-18 tokens. */
  amount: bigint;
  receiver: Address;
}

/** `OclTokenizer.issue`: issues more of a lab's token. */
export function issueTokens({ tokenizer, token, amount, receiver }: IssueTokensInput): Transaction {
  const { symbol, totalIssued } = token;
  return transactionOf({
    title: `Issue ${formatAmount(amount)} ${symbol}`,
    effect: `${receiver} gets ${formatAmount(amount)} ${symbol}. This cannot be undone, and it reduces the share of all other holders.`,
    facts: {
      Token: token.address,
      For: receiver,
      'Issued before': `${formatAmount(totalIssued)} ${symbol}`,
      'Issued after': `${formatAmount(totalIssued + amount)} ${symbol}`,
    },
    address: tokenizer,
    abi: tokenizationAbi,
    functionName: 'issue',
    args: [token.address, amount, receiver],
  });
}
