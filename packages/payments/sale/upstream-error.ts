import type { CallAnswer, SellerAnswer } from './paid-call.ts';

/** A call that did not run answers as it would without a payment. */
export function upstreamError({ status, body, retryAfterSeconds: wait }: CallAnswer): SellerAnswer {
  return { status, body, headers: wait === undefined ? {} : { 'retry-after': String(wait) } };
}
