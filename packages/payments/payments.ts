/** `@labroom/payments`: calls that are paid for by x402. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry

export { bazaarExtension } from './payment/bazaar.ts';
export { badCall, CallRejectedError, PaymentRejectedError, payerUnknown } from './payment/call-errors.ts';
export { createOffer, type Offer, paymentRequiredHeader, paymentResponseHeader } from './payment/offer.ts';
export { hashOf, readBody } from './payment/read-body.ts';
export { paymentHeader } from './payment/read-payment.ts';
export type { PaidCallStore } from './sale/call-store.ts';
export { handlePaidCall } from './sale/handle-paid-call.ts';
export type {
  BoughtCall,
  CallAnswer,
  CallScope,
  PaidRequest,
  SellerAnswer,
  SoldCall,
} from './sale/paid-call.ts';
export { ReceiptSigner } from './sale/receipt-signer.ts';
export type { PaymentPlugin, Seller } from './sale/seller.ts';
export { settleOpenCall } from './sale/settle-open-call.ts';
