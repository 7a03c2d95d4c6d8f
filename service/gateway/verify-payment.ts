import { late, within } from '@labroom/payments';
import { FacilitatorUnavailableError, type Verification } from '@labroom/payments/facilitators';
import { withDiscovery } from './extensions/with-discovery.ts';
import type { Gateway } from './gateway.ts';
import { CallRejectedError, PaymentRejectedError } from './offers/call-errors.ts';
import type { ListedOffer } from './offers/offers.ts';
import type { Payment } from './read-payment.ts';
import type { RequestScope } from './request-scope.ts';

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
  gateway: Gateway,
  payment: Payment,
  offer: ListedOffer,
  scope: RequestScope,
): Promise<void> {
  mustOutliveTheCall(gateway, payment);
  const verdict = await askFacilitator(gateway, payment, offer, scope);
  if (verdict.kind === 'invalid') throw new PaymentRejectedError(verdict.reason);
  if (verdict.payer.toLowerCase() !== payment.payer) throw new PaymentRejectedError('payer_mismatch');
  // Checked again, because verification may have been slow.
  mustOutliveTheCall(gateway, payment);
}

/** Requires enough remaining validity. Otherwise a slow call could not be settled. */
function mustOutliveTheCall({ config }: Gateway, { validBefore }: Payment): void {
  const left = (validBefore.getTime() - Date.now()) / 1_000;
  if (left <= 0) throw new PaymentRejectedError('authorization_expired');
  if (left > MAX_LIFETIME_SECONDS) throw new PaymentRejectedError('authorization_expires_too_late');
  if (left < config.gateway.maxTimeoutSeconds + SPARE_SECONDS)
    throw new PaymentRejectedError('authorization_expires_too_soon');
}

async function askFacilitator(
  { facilitator, config }: Gateway,
  { payload }: Payment,
  offer: ListedOffer,
  { log }: RequestScope,
): Promise<Verification> {
  try {
    const verdict = await within(
      config.gateway.facilitatorMs,
      facilitator.verify(withDiscovery(payload, offer), offer.requirements),
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
