import { capToken } from '../wallet/transactions/cap-token.ts';
import { issueTokens } from '../wallet/transactions/issue-tokens.ts';
import type { Transaction } from '../wallet/transactions/transaction.ts';
import { readControl } from './controller.ts';
import type { Draft, Plan } from './draft.ts';
import { type ReadyTransaction, readyTransaction } from './ready-transaction.ts';
import { NotControllerError } from './resolve-step.ts';
import { readToken, type TokenOnChain } from './token-on-chain.ts';
import { type TokenizationContext, tokenizationContracts } from './tokenization-context.ts';

export type SupplyPlan = Extract<Plan, { kind: 'issue' | 'cap' }>;

/** The transaction of a supply change. */
function supplyTransaction(
  { network }: Pick<TokenizationContext, 'network'>,
  plan: SupplyPlan,
  token: TokenOnChain,
): Transaction {
  const { tokenizer } = tokenizationContracts(network);
  if (plan.kind === 'cap') return capToken({ tokenizer, token });
  return issueTokens({ tokenizer, token, amount: BigInt(plan.amount), receiver: plan.receiver });
}

/** Simulates and prepares a supply change. Errors: `NotControllerError`; viem's, with the revert. */
export async function readySupplyChange(
  context: TokenizationContext,
  plan: SupplyPlan,
  draft: Pick<Draft, 'approvals'>,
): Promise<ReadyTransaction> {
  const { client, network, lab, wallet } = context;
  const [token, control] = await Promise.all([
    readToken(client, tokenizationContracts(network).tokenizer, lab.labId),
    readControl(client, network, lab.labId, wallet),
  ]);
  if (!token) throw new Error('The lab has no token.');
  if (control.kind !== 'wallet' && control.kind !== 'safe') throw new NotControllerError(control);
  return readyTransaction(context, control, supplyTransaction(context, plan, token), draft);
}

/** Whether the token shows the effect of a plan. */
export function isDone(plan: SupplyPlan, token: TokenOnChain): boolean {
  if (plan.kind === 'cap') return token.capped;
  return token.totalIssued >= BigInt(plan.before) + BigInt(plan.amount);
}
