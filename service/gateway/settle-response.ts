import type { PaymentRequirements, SettleResponse } from '@x402/core/types';
import type { ClaimedCall } from './claim-payment.ts';
import type { Settlement } from './facilitator.ts';
import { CallRejectedError } from './refusals.ts';
import { unknown } from './settlement-outcomes.ts';

/** What a caller is told about a settlement, in the words of x402. Reasons are short codes. */
export function settleResponse(
  { network, amount }: PaymentRequirements,
  payer: string,
  settlement: Settlement,
): SettleResponse {
  const transaction = settlement.transaction ?? '';
  if (settlement.kind === 'settled') return { success: true, payer, transaction, network, amount };
  const errorReason = settlement.kind === 'unknown' ? 'settlement_pending' : settlement.reason;
  return { success: false, errorReason, payer, transaction, network };
}

/** 503 for a call that ran, and of which the ledger does not say how it ended: whoever looks after it may still settle it. */
export function unaccounted({ offer, payment }: ClaimedCall): CallRejectedError {
  const message = 'The call could not be accounted for. It may have taken effect, and may be charged later.';
  const settlement = settleResponse(offer.requirements, payment.payer, unknown('settlement_pending'));
  return new CallRejectedError(503, 'UPSTREAM_UNAVAILABLE', message, { settlement });
}
