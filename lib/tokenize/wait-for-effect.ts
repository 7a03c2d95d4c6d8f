import type { Hash, PublicClient } from 'viem';
import { pollUntil } from '../wallet/poll-until.ts';
import { TransactionRevertedError } from '../wallet/run-transaction.ts';

/** A block holds the transaction, and yet nothing has changed. */
class NoEffectError extends Error {
  constructor() {
    super('The transaction is in a block but had no effect. The call inside the account may have failed.');
    this.name = 'NoEffectError';
  }
}

const LOOKS = 600;
/** Nodes behind one address need not all have the newest block. */
const LOOKS_AFTER_BLOCK = 10;
/** After so many looks the effect counts without a receipt: the wallet may have given the hash of something else. */
const LOOKS_FOR_RECEIPT = 15;

/**
 * Waits until a transaction has done what it was for. Its receipt alone would not tell: some smart accounts succeed
 * although what they did inside failed, and some wallets give a hash that no block will ever hold.
 * Errors: `TransactionRevertedError`; `NoEffectError`; an `Error` after ten minutes.
 */
export async function waitForEffect(
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hash,
  hasHappened: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  let looks = 0;
  let looksAfterBlock = 0;
  let failure: Error | null = null;
  const look = async () => {
    looks += 1;
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => null);
    if (receipt?.status === 'reverted') failure = new TransactionRevertedError(hash);
    else if (receipt || looks > LOOKS_FOR_RECEIPT) {
      if (await hasHappened()) return true;
      if (receipt) looksAfterBlock += 1;
      if (looksAfterBlock > LOOKS_AFTER_BLOCK) failure = new NoEffectError();
    }
    return failure !== null;
  };
  const hasEnded = await pollUntil(look, { everyMilliseconds: 1_000, attempts: LOOKS, signal });
  if (failure) throw failure;
  if (!hasEnded) {
    throw new Error(
      'The transaction is not in a block yet. Check your wallet: it may be pending or dropped.',
    );
  }
}
