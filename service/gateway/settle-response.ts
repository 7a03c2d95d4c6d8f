import type { PaymentRequirements, SettleResponse } from '@x402/core/types';
import type { Settlement } from './facilitator.ts';

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
