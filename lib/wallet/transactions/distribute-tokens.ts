import { formatAmount } from '@labroom/protocol/token-amount';
import { type SendTokensInput, sendTokens } from './send-tokens.ts';
import type { Transaction, TransactionDescription } from './transaction.ts';

interface DistributeTokensInput {
  token: SendTokensInput['token'];
  sender: { address: `0x${string}`; isAccount: boolean };
  rows: readonly { to: `0x${string}`; amount: bigint }[];
}

interface Batch {
  describe: TransactionDescription;
  /** One per row, to be sent in one transaction: all or none. */
  calls: Transaction['request'][];
}

/** A transfer of a token for each row, by the wallet or by the account of a lab. */
export function distributeTokens({ token, sender, rows }: DistributeTokensInput): Batch {
  const account = sender.isAccount ? sender.address : undefined;
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
  const sent = `${formatAmount(total, token.decimals)} ${token.symbol}`;
  const many = `${rows.length} ${rows.length === 1 ? 'address' : 'addresses'}`;
  return {
    describe: {
      title: `Distribute ${sent}`,
      effect: `${many} get ${sent} together${account ? ' from the account of the lab' : ''}. This cannot be undone.`,
      facts: [
        { label: 'Token', value: token.address },
        { label: 'From', value: sender.address },
        { label: 'Calls', value: `${rows.length} in one transaction` },
        { label: 'Function', value: account ? 'execute, transfer' : 'transfer' },
      ],
    },
    calls: rows.map(({ to, amount }) => sendTokens({ token, account, to, amount }).request),
  };
}
