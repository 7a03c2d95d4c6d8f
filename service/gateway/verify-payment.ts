import { CallRejectedError, PaymentRejectedError } from './call-errors.ts';
import { late, within } from './deadline.ts';
import { FacilitatorUnavailableError, type Verification } from './facilitator.ts';
import type { Gateway, RequestScope } from './gateway.ts';
import type { Offer } from './offers.ts';
import type { Payment } from './read-payment.ts';

/** How long an authorization must outlast the upstream budget (docs/specification/gateway.md#payment-flow). */
const SPARE_SECONDS = 30;

/** An authorization can be settled until it expires, so the worker looks after an open one until then. */
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;

/**
 * Verifies the payment and that it belongs to the payer in whose name the call runs.
 * @throws PaymentRejectedError if it is invalid
 * @throws CallRejectedError 502 if it cannot be verified now
 */
export async function verifyPayment(
  gateway: Gateway,
  payment: Payment,
  offer: Offer,
  asking: RequestScope,
): Promise<void> {
  mustOutliveTheCall(gateway, payment);
  const verdict = await askFacilitator(gateway, payment, offer, asking);
  if (verdict.kind === 'invalid') throw new PaymentRejectedError(verdict.reason);
  if (verdict.payer.toLowerCase() !== payment.payer) throw new PaymentRejectedError('payer_mismatch');
  // A slow facilitator may have used up what was left.
  mustOutliveTheCall(gateway, payment);
}

/** With too little time left a slow call would be a free one. */
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
  { requirements }: Offer,
  { log }: RequestScope,
): Promise<Verification> {
  try {
    const verdict = await within(config.gateway.facilitatorMs, facilitator.verify(payload, requirements));
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
