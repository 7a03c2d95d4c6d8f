import { CallRejectedError, PaymentRejectedError } from '../payment/call-errors.ts';
import { late, within } from '../payment/deadline.ts';
import { FacilitatorUnavailableError, type Verification } from '../payment/facilitator.ts';
import type { Offer } from '../payment/offer.ts';
import type { Payment } from '../payment/read-payment.ts';
import type { CallScope } from './paid-call.ts';
import type { Seller } from './seller.ts';
import { withDiscovery } from './with-discovery.ts';

/** Remaining validity of an authorization after the upstream budget (docs/specification/gateway.md#payment-flow). */
const SPARE_SECONDS = 30;

/** Maximum lifetime of an authorization. The worker checks an open one until it expires. */
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;

/**
 * Verifies the payment and that it belongs to the payer in whose name the call runs.
 * @throws PaymentRejectedError if it is invalid
 * @throws CallRejectedError 502 if it cannot be verified now
 */
export async function verifyPayment(
  seller: Seller,
  payment: Payment,
  offer: Offer,
  scope: CallScope,
): Promise<void> {
  mustOutliveTheCall(seller, payment);
  const verdict = await askFacilitator(seller, payment, offer, scope);
  if (verdict.kind === 'invalid') throw new PaymentRejectedError(verdict.reason);
  if (verdict.payer.toLowerCase() !== payment.payer) throw new PaymentRejectedError('payer_mismatch');
  // Checked again, because verification may have been slow.
  mustOutliveTheCall(seller, payment);
}

/** Requires enough remaining validity. Otherwise a slow call could not be settled. */
function mustOutliveTheCall({ config }: Seller, { validBefore }: Payment): void {
  const left = (validBefore.getTime() - Date.now()) / 1_000;
  if (left <= 0) throw new PaymentRejectedError('authorization_expired');
  if (left > MAX_LIFETIME_SECONDS) throw new PaymentRejectedError('authorization_expires_too_late');
  if (left < config.maxTimeoutSeconds + SPARE_SECONDS)
    throw new PaymentRejectedError('authorization_expires_too_soon');
}

async function askFacilitator(
  seller: Seller,
  { payload }: Payment,
  offer: Offer,
  { log }: CallScope,
): Promise<Verification> {
  try {
    const verdict = await within(
      seller.config.facilitatorMs,
      seller.facilitator.verify(withDiscovery(seller, payload, offer), offer.requirements),
    );
    if (verdict !== late) return verdict;
    throw new FacilitatorUnavailableError('The facilitator did not answer in time');
  } catch (error) {
    if (!(error instanceof FacilitatorUnavailableError)) throw error;
    log.warn({ err: error }, 'the facilitator does not answer');
    const message = 'Payments cannot be verified. Nothing was charged. Try again in a moment.';
    throw new CallRejectedError(502, 'UPSTREAM_UNAVAILABLE', message, {
      reason: 'FACILITATOR_UNAVAILABLE',
      retryAfter: error.retryAfterSeconds,
    });
  }
}
