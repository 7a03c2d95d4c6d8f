import { encodeFunctionData, type Hash, type TransactionReceipt } from 'viem';
import type { PublicConfig } from '../config/public-config.tsx';
import { noteWritten } from '../prefetch/written.ts';
import { chainClient } from './chain.ts';
import type { Transaction } from './transactions/transaction.ts';
import { walletRuntime } from './wallet-store.ts';

export type TransactionStage =
  /** The transaction is being simulated. */
  | { stage: 'checking' }
  /** Waiting for the wallet. */
  | { stage: 'signing' }
  | { stage: 'sent'; hash: Hash };

/** The transaction was mined but reverted. */
export class TransactionRevertedError extends Error {
  readonly hash: Hash;

  constructor(hash: Hash) {
    super('The transaction failed in its block and changed nothing. Only the network fee was spent.');
    this.name = 'TransactionRevertedError';
    this.hash = hash;
  }
}

/**
 * Simulates a transaction, then has it signed and sent. A transaction that would revert never reaches the wallet.
 * Returns the hash once it is sent. Errors: those of viem and of the wallet (see `explainFailure`).
 */
export async function sendTransaction(
  { request }: Transaction,
  from: `0x${string}`,
  config: PublicConfig,
  onStage: (stage: TransactionStage) => void,
): Promise<Hash> {
  onStage({ stage: 'checking' });
  const { address, abi, functionName, args, value = 0n } = request;
  await chainClient(config).simulateContract({ address, abi, functionName, args, value, account: from });

  onStage({ stage: 'signing' });
  const wallet = await walletRuntime();
  const hash = await wallet.send({ address, data: encodeFunctionData({ abi, functionName, args }), value });
  onStage({ stage: 'sent', hash });
  return hash;
}

/** Waits until a transaction is in a block. Errors: `TransactionRevertedError`. */
export async function waitUntilMined(hash: Hash, config: PublicConfig): Promise<TransactionReceipt> {
  const receipt = await chainClient(config).waitForTransactionReceipt({ hash, timeout: 600_000 });
  noteWritten();
  if (receipt.status === 'reverted') throw new TransactionRevertedError(receipt.transactionHash);
  return receipt;
}
