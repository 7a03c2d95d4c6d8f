import { type ApiErrorShape, LabroomError } from '../api-failure.ts';
import type { PaymentReceipt } from './payment-receipt.ts';

/**
 * A call that was to be paid and gave no data. `price` is what it costs, where that was learned; `receipt` says what became
 * of the money, `null` that nothing was signed. Its codes are the catalogue's, `NETWORK_ERROR`, and:
 * - `OVER_CALL_BUDGET`, `OVER_DAY_BUDGET`: the payer's own limits forbid it.
 * - `UNEXPECTED_QUOTE`: the gateway does not take what this payer pays in.
 * - `PAYMENT_REFUSED`: nobody was charged; `details.reason` is the gateway's short code.
 * - `PAYMENT_UNKNOWN`: no answer came after the payment was sent. Look its nonce up on the chain before paying again.
 */
export class PaidCallError extends LabroomError {
  readonly price: string | null;
  readonly receipt: PaymentReceipt | null;

  constructor(
    error: ApiErrorShape,
    { price = null, receipt = null, cause }: PaymentFacts & { cause?: unknown } = {},
  ) {
    super(error, { cause });
    this.name = 'PaidCallError';
    this.price = price;
    this.receipt = receipt;
  }
}

interface PaymentFacts {
  price?: string | null;
  receipt?: PaymentReceipt | null;
}

/** Any failure of the API, with what is known of the money. */
export function withPayment(error: unknown, facts: PaymentFacts): unknown {
  if (!(error instanceof LabroomError)) return error;
  const { code, message, requestId, retryable } = error;
  const details = JSON.stringify(error.details);
  const cause = error.cause ?? error;
  return new PaidCallError({ code, message, requestId, retryable, details }, { ...facts, cause });
}
