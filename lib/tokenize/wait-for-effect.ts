import { type Hash, type PublicClient, TransactionReceiptNotFoundError } from 'viem';
import { pollUntil } from '../wallet/poll-until.ts';
import { TransactionRevertedError } from '../wallet/run-transaction.ts';

/** The transaction is in a block, but its effect is missing. */
class NoEffectError extends Error {
  constructor() {
    super('The transaction is in a block but had no effect. The call inside the account may have failed.');
    this.name = 'NoEffectError';
  }
}

const MAX_CHECKS = 600;
/** Nodes behind one URL may lag behind the newest block. */
const CHECKS_AFTER_BLOCK = 10;
/** After this many attempts the effect counts without a receipt: the wallet may have returned another hash. */
const CHECKS_FOR_RECEIPT = 15;

/**
 * Waits until the effect of a transaction shows. The receipt alone is not enough: some smart accounts succeed although
 * their inner call failed, and some wallets return a hash that no block contains. Errors: `TransactionRevertedError`;
 * `NoEffectError`; `Error` after ten minutes, that of viem if the node did not answer by then.
 */
export async function waitForEffect(
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hash,
  hasHappened: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  let checks = 0;
  let checksAfterBlock = 0;
  let failure: Error | null = null;
  const check = async () => {
    checks += 1;
    const receipt = await client.getTransactionReceipt({ hash }).catch(unlessMissing);
    if (receipt?.status === 'reverted') failure = new TransactionRevertedError(hash);
    else if (receipt || checks > CHECKS_FOR_RECEIPT) {
      if (await hasHappened()) return true;
      if (receipt) checksAfterBlock += 1;
      if (checksAfterBlock > CHECKS_AFTER_BLOCK) failure = new NoEffectError();
    }
    return failure !== null;
  };
  const hasEnded = await pollUntil(check, { everyMilliseconds: 1_000, attempts: MAX_CHECKS, signal });
  if (failure) throw failure;
  if (!hasEnded) {
    throw new Error(
      'The transaction is not in a block yet. Check your wallet: it may be pending or dropped.',
    );
  }
}

/** A node that does not answer says nothing about the transaction. */
function unlessMissing(error: unknown): null {
  if (error instanceof TransactionReceiptNotFoundError) return null;
  throw error;
}
