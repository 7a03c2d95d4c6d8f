/** `@labroom/client/payment`: calls that a wallet pays for (x402). */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry

export { createPayingClient, type PaidCalls, type PayingClient } from '../paying-client.ts';
export type { PaidCall } from '../payment/deliver-call.ts';
export { type DiscoveredGateway, discoverGateway } from '../payment/discover-gateway.ts';
export { PaidCallError, ReceiptMismatchError } from '../payment/paid-call-failure.ts';
export { type Payer, payAndCall } from '../payment/pay-and-call.ts';
export { type PaidJourney, type PlannedCall, payJourney } from '../payment/pay-journey.ts';
export {
  type BudgetLimits,
  PaymentBudget,
  type ReceiptBook,
  receiptsInMemory,
} from '../payment/payment-budget.ts';
export { type ChannelOptions, PaymentChannel } from '../payment/payment-channel.ts';
export type { ChannelConfig, ChannelStep, PaymentReceipt, SignedTerms } from '../payment/payment-receipt.ts';
export { type ReceiptDatabase, receiptsInDatabase } from '../payment/receipts-in-database.ts';
export { type ChannelRest, withdrawFromChannels } from '../payment/withdraw-from-channels.ts';
