import type { OnChainEvent } from '../core/onchain/describe-event.ts';

export interface Transaction {
  txHash: string;
  /** Block timestamp, ISO 8601. */
  at: string;
  blockNumber: number;
  /** In log order. */
  events: OnChainEvent[];
}

/** Groups events by transaction. `events` are newest first. */
export function groupByTransaction(events: readonly OnChainEvent[]): Transaction[] {
  const transactions: Transaction[] = [];
  for (const event of events) {
    const { txHash, blockTimestamp: at, blockNumber } = event;
    const last = transactions.at(-1);
    if (last?.txHash === txHash) last.events.unshift(event);
    else transactions.push({ txHash, at, blockNumber, events: [event] });
  }
  return transactions;
}
