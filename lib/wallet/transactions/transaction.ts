import type { Abi } from 'viem';

/** A line of what is signed. */
interface TransactionFact {
  label: string;
  value: string;
}

/** What a person is shown before the wallet opens. */
export interface TransactionDescription {
  title: string;
  /** What will be different afterwards, in one sentence. */
  effect: string;
  facts: TransactionFact[];
}

/** What is sent. */
interface TransactionRequest {
  address: `0x${string}`;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
  /** Wei sent along. */
  value?: bigint;
}

/** A transaction as data: what it says and what it does stand side by side, and are tested together. */
export interface Transaction {
  describe: TransactionDescription;
  request: TransactionRequest;
}
