import type { Transaction } from '../wallet/transactions/transaction.ts';
import type { Controller } from './controller.ts';
import type { Draft } from './draft.ts';
import { type Cost, estimateCost, tryTransaction } from './dry-run.ts';
import { type Safe, type Signatures, safeTransaction, throughSafe, validSignatures } from './safe.ts';
import type { TokenizationContext } from './tokenization-context.ts';

/** A transaction that would succeed now, and the approvals it still needs. */
export interface ReadyTransaction {
  /** The controller's call. */
  transaction: Transaction;
  /**
   * The transaction that the connected wallet sends: the call itself, or the call through the Safe; `null` while
   * approvals are missing.
   */
  outgoing: Transaction | null;
  /** Set together with `outgoing`. */
  cost: Cost | null;
  /** Only for a Safe. */
  approvals: Approvals | null;
}

export interface Approvals {
  safe: Safe;
  /** Valid signatures. */
  signatures: Signatures;
  /** Data for the next owner to sign. */
  typedData: ReturnType<typeof safeTransaction>;
}

/**
 * Simulates the controller's call and prepares the transaction of the connected wallet. Errors: viem's, with the
 * contract's revert.
 */
export async function readyTransaction(
  { client, config, wallet }: TokenizationContext,
  control: Controller,
  transaction: Transaction,
  draft: Pick<Draft, 'approvals'>,
): Promise<ReadyTransaction> {
  await tryTransaction(client, transaction, control.holder);
  if (control.kind === 'wallet') {
    const cost = await estimateCost(client, transaction, wallet);
    return { transaction, outgoing: transaction, cost, approvals: null };
  }
  const { safe } = control;
  const typedData = safeTransaction(safe.address, config.chainId, safe.nonce, transaction);
  // Approvals of a nonce that the Safe has already used are void.
  const given = draft.approvals?.nonce === String(safe.nonce) ? draft.approvals.signatures : {};
  const signatures = await validSignatures(safe, typedData, given);
  const outgoing = throughSafe(safe, transaction, wallet, signatures);
  if (outgoing) await tryTransaction(client, outgoing, wallet);
  const cost = outgoing && (await estimateCost(client, outgoing, wallet));
  return { transaction, outgoing, cost, approvals: { safe, signatures, typedData } };
}
