import type { Abi } from 'viem';

/** One detail of a transaction, for display. */
interface TransactionFact {
  label: string;
  value: string;
}

/** What the user reads before the wallet opens. */
export interface TransactionDescription {
  title: string;
  /** The effect of the transaction, in one sentence. */
  effect: string;
  facts: TransactionFact[];
}

interface TransactionRequest {
  address: `0x${string}`;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
  /** Value in wei. */
  value?: bigint;
}

/** A transaction as data. Its description is built together with its call, and both are tested together. */
export interface Transaction {
  describe: TransactionDescription;
  request: TransactionRequest;
}

type TransactionInput = Omit<TransactionDescription, 'facts'> &
  TransactionRequest & { facts: Readonly<Record<string, string>> };

/** Adds the contract and its function to the facts. */
export function transactionOf({ title, effect, facts, ...request }: TransactionInput): Transaction {
  const all = { ...facts, Contract: request.address, Function: request.functionName };
  const shown = Object.entries(all).map(([label, value]) => ({ label, value }));
  return { describe: { title, effect, facts: shown }, request };
}
