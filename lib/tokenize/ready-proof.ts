import { oclTokenizerAbi } from '@labroom/contracts/abi';
import { proveRight } from '../wallet/transactions/prove-right.ts';
import { readControl } from './controller.ts';
import type { Draft } from './draft.ts';
import { type ReadyTransaction, readyTransaction } from './ready-transaction.ts';
import { NotControllerError } from './resolve-step.ts';
import { readToken } from './token-on-chain.ts';
import { type TokenizationContext, tokenizationContracts } from './tokenization-context.ts';

/**
 * Simulates and prepares the proof of the lab's right to its attached token. Errors: `NotControllerError`; viem's, with the
 * revert: `RightNotProved` without a right.
 */
export async function readyProof(
  context: TokenizationContext,
  draft: Pick<Draft, 'approvals'>,
): Promise<ReadyTransaction> {
  const { client, network, lab, wallet } = context;
  const { tokenizer } = tokenizationContracts(network);
  const [token, control] = await Promise.all([
    readToken(client, tokenizer, lab.labId),
    readControl(client, network, lab.labId, wallet),
  ]);
  if (!token) throw new Error('The lab has no token.');
  if (control.kind !== 'wallet' && control.kind !== 'safe') throw new NotControllerError(control);
  return readyTransaction(context, control, proveRight({ tokenizer, lab, token }), draft);
}

/** `IOclTokenizer.Right.PROVED`. */
export const PROVED = 4;

/** Whether the lab proved its right and has it now. Errors: viem's, if the chain cannot be read. */
export async function isProved({
  client,
  network,
  lab,
}: Pick<TokenizationContext, 'client' | 'network' | 'lab'>): Promise<boolean> {
  const address = tokenizationContracts(network).tokenizer;
  const call = { address, abi: oclTokenizerAbi, functionName: 'rightOf', args: [lab.labId] } as const;
  return (await client.readContract(call)) === PROVED;
}
