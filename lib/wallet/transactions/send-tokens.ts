import { labAccountAbi, labTokenAbi } from '@labroom/contracts/abi';
import type { Address } from '@labroom/contracts/networks';
import { formatAmount } from '@labroom/protocol/token-amount';
import { encodeFunctionData } from 'viem';
import type { Transaction } from './transaction.ts';

export interface SendTokensInput {
  token: { address: Address; symbol: string; decimals: number };
  /** Sends from this account of a lab, through its holder; from the wallet itself by default. */
  account?: Address | undefined;
  to: Address;
  /** In the smallest unit. */
  amount: bigint;
}

const operationCall = 0;

/** `transfer` of a token, by the wallet or by the account of a lab. */
export function sendTokens({ token, account, to, amount }: SendTokensInput): Transaction {
  const { address, symbol, decimals } = token;
  const sent = `${formatAmount(amount, decimals)} ${symbol}`;
  const describe = {
    title: `Send ${sent}`,
    effect: `${to} gets ${sent}${account ? ' from the account of the lab' : ''}. This cannot be undone.`,
    facts: [
      { label: 'Token', value: address },
      { label: 'To', value: to },
      ...(account ? [{ label: 'Account of the lab', value: account }] : []),
      { label: 'Function', value: account ? 'execute, transfer' : 'transfer' },
    ],
  };
  const transfer = { abi: labTokenAbi, functionName: 'transfer', args: [to, amount] } as const;
  if (!account) return { describe, request: { address, ...transfer } };
  const args = [address, 0n, encodeFunctionData(transfer), operationCall] as const;
  return { describe, request: { address: account, abi: labAccountAbi, functionName: 'execute', args } };
}
