import type { PaymentRequirements, SettleResponse } from '@x402/core/types';
import type { Settlement } from '../payment/facilitator.ts';

/** The `payment-response` of a settlement, with short reason codes. */
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
