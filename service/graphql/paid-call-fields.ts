import type { PaidCallState } from '#contract/schema.generated.ts';
import { walletRequiresIntent } from '#core/payments/requires-intent.ts';
import type { OwnPaidCallRow } from '../operations/payments/paid-call-reads.ts';
import { spendingOf } from '../operations/payments/spending.ts';
import { isPaidMutation } from '../platform/config/paid-mutations.ts';
import type { PaidCallResolvers, PaidCallsResolvers } from './resolvers.generated.ts';

export const paidCallsFields: PaidCallsResolvers = {
  requiresIntent: ({ wallet }, _, context) => walletRequiresIntent(context, wallet),
  spending: ({ wallet }, _, { db }) => spendingOf(db, wallet),
};

export const paidCallFields: PaidCallResolvers = {
  mutation: ({ mutation }) => (isPaidMutation(mutation) ? mutation : null),
  journey: ({ planned }) => (planned.length > 0 ? planned : null),
  lab: ({ oclId }, _, { loaders }) => (oclId === null ? null : loaders.registeredLabs.load(oclId)),
  amount: ({ quote }) => quote.amount,
  state: stateOf,
  reason: (row) => (row.state === 'settled' ? null : row.reason),
};

function stateOf({ state, endedAt }: OwnPaidCallRow): PaidCallState {
  if (state === 'settled') return 'SETTLED';
  if (endedAt === null) return 'PENDING';
  return state === 'unknown' ? 'UNDETERMINED' : 'NOT_CHARGED';
}
