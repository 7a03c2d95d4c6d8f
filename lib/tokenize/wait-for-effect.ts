import type { Hash, PublicClient } from 'viem';
import { pollUntil } from '../wallet/poll-until.ts';
import { TransactionReverted } from '../wallet/run-transaction.ts';

/** A block holds the transaction, and yet nothing has changed. */
class WithoutEffect extends Error {
  constructor() {
    super(
      'The transaction is in a block, but the contracts show nothing of it: the account may have failed inside.',
    );
    this.name = 'WithoutEffect';
  }
}

const LOOKS = 600;
/** Nodes behind one address need not all have the newest block. */
const LOOKS_AFTER_BLOCK = 10;

/**
 * Waits until a transaction has done what it was for. Its receipt alone would not tell: some smart accounts give the
 * hash of something else, and succeed although what they did inside failed.
 * Errors: `TransactionReverted`; `WithoutEffect`; an `Error` after ten minutes.
 */
export async function waitForEffect(
  client: PublicClient,
  hash: Hash,
  hasHappened: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  let looksAfterBlock = 0;
  const look = async () => {
    if (await hasHappened().catch(() => false)) return true;
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => null);
    if (receipt) looksAfterBlock += 1;
    return receipt?.status === 'reverted' || looksAfterBlock > LOOKS_AFTER_BLOCK;
  };
  const ended = await pollUntil(look, { everyMilliseconds: 1_000, attempts: LOOKS, signal });
  if (ended && (await hasHappened())) return;
  const receipt = await client.getTransactionReceipt({ hash }).catch(() => null);
  if (receipt?.status === 'reverted') throw new TransactionReverted(hash);
  if (receipt) throw new WithoutEffect();
  throw new Error(
    'The transaction is not in a block yet. Look at your wallet: it may wait there, or be dropped.',
  );
}
