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
