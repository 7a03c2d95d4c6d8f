import type { Transaction } from '../wallet/transactions/transaction.ts';
import type { Controller } from './controller.ts';
import type { Draft } from './draft.ts';
import { type Cost, estimateCost, tryTransaction } from './dry-run.ts';
import { type Safe, type Signatures, safeTransaction, throughSafe, validSignatures } from './safe.ts';
import type { TokenizationContext } from './tokenization-context.ts';

/** A transaction that would go through now, and who still has to agree to it. */
export interface ReadyTransaction {
  /** What the controller does. */
  transaction: Transaction;
  /** What the connected wallet sends: the same, or the same through the Safe; `null` while owners are missing. */
  outgoing: Transaction | null;
  /** Known with `outgoing`. */
  cost: Cost | null;
  /** Of a Safe only. */
  approvals: Approvals | null;
}

export interface Approvals {
  safe: Safe;
  /** Those that are valid. */
  signatures: Signatures;
  /** What a further owner signs. */
  typedData: ReturnType<typeof safeTransaction>;
}

/**
 * Tries what the controller wants to do, and prepares it for the connected wallet. Errors: viem's, with the revert of
 * the contract.
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
  // What was signed for a transaction that the Safe has made meanwhile counts for nothing any more.
  const given = draft.approvals?.nonce === String(safe.nonce) ? draft.approvals.signatures : {};
  const signatures = await validSignatures(safe, typedData, given);
  const outgoing = throughSafe(safe, transaction, wallet, signatures);
  if (outgoing) await tryTransaction(client, outgoing, wallet);
  const cost = outgoing && (await estimateCost(client, outgoing, wallet));
  return { transaction, outgoing, cost, approvals: { safe, signatures, typedData } };
}
