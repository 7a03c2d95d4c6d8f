import { LabroomError } from '../api/api-failure.ts';
import { CHANNEL_BUSY, readData, settleReceipt, TOTAL_MISMATCH } from './paid-answer.ts';
import { ReceiptMismatchError, withPayment } from './paid-call-failure.ts';
import type { PaymentBudget } from './payment-budget.ts';
import type { PaymentReceipt } from './payment-receipt.ts';
import { MAX_TRIES, MOST_LOST, waitMs } from './repeat-request.ts';

export interface PaidCall<Data> {
  data: Data;
  receipt: PaymentReceipt;
}

export interface Delivery<Data> {
  /** What was signed last. */
  sent(): PaymentReceipt;
  read(response: Response): Promise<Data>;
  /** Adds what the service signed. */
  verify(receipt: PaymentReceipt, response: Response): Promise<PaymentReceipt>;
  send(): Promise<Response>;
  /** With a proof that the payer asks again. */
  sendAgain(): Promise<Response>;
}

/** The same payment is good later. */
const unsettled = new Set(['payer_has_unsettled_call', 'payer_balance_reserved', CHANNEL_BUSY]);

/**
 * Repeats the payment while the gateway rejects it because another call of this wallet or channel is unsettled, and asks again for an
 * answer that was lost, or whose call still runs.
 */
export async function deliver<Data>(
  { budget }: { budget: PaymentBudget },
  { price }: { price: string },
  { sent, read, verify, send, sendAgain }: Delivery<Data>,
): Promise<PaidCall<Data>> {
  let receipt = sent();
  let cause: unknown;
  const orNull = (error: unknown) => {
    cause = error;
    return null;
  };
  try {
    let response = await send().catch(orNull);
    for (let tries = 1, losses = 0; tries < MAX_TRIES; tries += 1) {
      const told = response && settleReceipt(sent(), response);
      const isUnsettled = unsettled.has(told?.reason ?? '');
      const isRunning = told?.reason === 'payment_already_used' && response?.headers.has('retry-after');
      // A voucher is sent with the proof, so its answer would have come.
      const isGone = told?.reason === TOTAL_MISMATCH;
      const isLost = !told || (!response?.ok && told.state !== 'not-charged' && !isRunning && !isGone);
      if (isLost) losses += 1;
      if (isLost ? losses > MOST_LOST : !(isUnsettled || isRunning)) break;
      await new Promise((resolve) => setTimeout(resolve, waitMs(response, losses)));
      response = await (isUnsettled ? send() : sendAgain()).catch(orNull);
    }
    if (!response) lost(cause);
    receipt = await verify(settleReceipt(sent(), response), response);
    // The payment is already recorded as sent. A failed update must not discard a result that was paid for.
    await budget.keep(receipt).catch(() => {});
    if (response.status === 402) throw refused(receipt);
    if (!response.ok && (receipt.state === 'sent' || receipt.state === 'pending')) lost();
    const reading = response.ok ? read(response) : readData<Data>(response);
    if (receipt.signed.differences.length > 0) {
      const answered = await reading
        .then((answer) => ({ answer, cause: undefined }))
        .catch((error: unknown) => ({ answer: null, cause: error }));
      throw new ReceiptMismatchError(receipt, price, answered);
    }
    return { data: await reading, receipt };
  } catch (error) {
    throw withPayment(error, { price, receipt });
  }
}

function lost(cause?: unknown): never {
  const message =
    'No response after the payment was sent. It can still be charged: look up its nonce before you pay again.';
  throw new LabroomError({ code: 'PAYMENT_UNKNOWN', message }, { cause });
}

function refused({ reason, state }: PaymentReceipt): LabroomError {
  if (state !== 'not-charged') {
    const message =
      'The call was served, but the response was lost. The receipt says whether it was charged.';
    return new LabroomError({ code: 'PAYMENT_UNKNOWN', message });
  }
  const message = `The payment was rejected (${reason}). Nothing was charged.`;
  return new LabroomError({ code: 'PAYMENT_REFUSED', message, details: JSON.stringify({ reason }) });
}
