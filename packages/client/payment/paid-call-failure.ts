import { type ApiErrorShape, LabroomError } from '../api/api-failure.ts';
import type { BudgetDenial } from './payment-budget.ts';
import type { PaymentReceipt } from './payment-receipt.ts';

/**
 * A paid call that returned no data. `price` is its price, if known. `receipt` is the payment's outcome; `null` means that
 * nothing was signed. `code` is a code of the API, `NETWORK_ERROR`, or:
 * - `OVER_CALL_BUDGET`, `OVER_DAY_BUDGET`, `OVER_TOTAL_BUDGET`: the payer's own limits do not allow the payment.
 * - `UNEXPECTED_QUOTE`: the gateway does not accept the payer's stablecoin, or names another resource.
 * - `OFFER_MISMATCH`: the signed offer is not that of the price; `details.differences` says in what.
 * - `RECEIPT_MISMATCH`: see `ReceiptMismatchError`.
 * - `PAYMENT_REFUSED`: nothing was charged; `details.reason` is the gateway's short code.
 * - `PAYMENT_UNKNOWN`: no response after the payment was sent. Look up its nonce on the chain before paying again.
 */
export class PaidCallError extends LabroomError {
  readonly price: string | null;
  readonly receipt: PaymentReceipt | null;

  constructor(
    error: ApiErrorShape,
    { price = null, receipt = null, cause }: PaymentFacts & { cause?: unknown } = {},
  ) {
    // Once a payment was sent, trying again may cost a second one.
    const mayCost = receipt !== null && receipt.state !== 'not-charged';
    super(mayCost ? { ...error, retryable: false } : error, { cause });
    this.name = 'PaidCallError';
    this.price = price;
    this.receipt = receipt;
  }
}

/**
 * The call was paid for and answered, and what the service signed about it is wrong: `receipt.signed.differences` says in what. Keep
 * the receipt. `answer` is what the call returned; `null` if it failed, and then `cause` says why.
 */
export class ReceiptMismatchError extends PaidCallError {
  readonly answer: unknown;

  constructor(
    receipt: PaymentReceipt,
    price: string,
    { answer, cause }: { answer: unknown; cause: unknown },
  ) {
    const { differences } = receipt.signed;
    const message = `The call was paid for, but its signed receipt is not right: ${differences.join('; ')}.`;
    const details = JSON.stringify({ differences });
    super({ code: 'RECEIPT_MISMATCH', message, details }, { price, receipt, cause });
    this.name = 'ReceiptMismatchError';
    this.answer = answer;
  }
}

interface PaymentFacts {
  price?: string | null;
  receipt?: PaymentReceipt | null;
}

/** No answer to a request that pays nothing. */
export function unreachable(cause: unknown): never {
  const message = 'The gateway could not be reached. Nothing was paid.';
  throw new PaidCallError({ code: 'NETWORK_ERROR', message }, { cause });
}

/** Adds the payment facts to an API failure. Returns other errors unchanged. */
export function withPayment(error: unknown, facts: PaymentFacts): unknown {
  if (!(error instanceof LabroomError) || error instanceof PaidCallError) return error;
  const { code, message, requestId, retryable } = error;
  const details = JSON.stringify(error.details);
  const cause = error.cause ?? error;
  return new PaidCallError({ code, message, requestId, retryable, details }, { ...facts, cause });
}

const limits: Record<BudgetDenial, string> = {
  OVER_CALL_BUDGET: 'what one call may cost',
  OVER_DAY_BUDGET: 'what is left for these 24 hours',
  OVER_TOTAL_BUDGET: 'what is left of the budget',
};

/** @param what e.g. `This call` */
export function overBudget(
  code: BudgetDenial,
  { price }: { price: string },
  what = 'This call',
): PaidCallError {
  return new PaidCallError(
    { code, message: `${what} costs ${price}, more than ${limits[code]}. Nothing was paid.` },
    { price },
  );
}
