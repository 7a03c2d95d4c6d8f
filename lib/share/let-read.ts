import type { PublicConfig } from '../config/public-config.tsx';
import { sendTransaction, type TransactionStage, waitUntilMined } from '../wallet/run-transaction.ts';
import { listReader } from '../wallet/transactions/list-reader.ts';
import { openToList, type SharedFile } from './shared-files.ts';

interface Reading {
  lab: { oclId: string; name: string };
  files: readonly SharedFile[];
  /** What the files are called. */
  what: string;
  reader: `0x${string}`;
  /** `null`: no end. */
  expiry: Date | null;
}

/**
 * Lets a reader open the newest versions of files: the service adds their list to the conditions, then this wallet puts the reader
 * on it by a transaction. Resolves when that is in a block. Errors: `LabroomError`, and those of `sendTransaction` and
 * `waitUntilMined`.
 */
export async function letRead(
  { lab, files, what, reader, expiry }: Reading,
  from: `0x${string}`,
  config: PublicConfig,
  onStage: (stage: TransactionStage['stage'] | 'opening') => void,
): Promise<void> {
  const { accessList } = config.network.contracts;
  if (!accessList) throw new Error('The contracts of this network have no access list.');
  onStage('opening');
  const subject = await openToList(lab.oclId, files);
  const transaction = listReader({ accessList, lab, subject, what, reader, expiry });
  const hash = await sendTransaction(transaction, from, config, ({ stage }) => onStage(stage));
  await waitUntilMined(hash, config);
}

/** What a button says meanwhile. */
export const letReadStages = {
  opening: 'Opening the list',
  checking: 'Checking',
  signing: 'Check your wallet',
  sent: 'In a block soon',
} as const;
