import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import type { Settlement } from './facilitator.ts';
import { readAuthorization } from './settlement-authorization.ts';
import { unknown } from './settlement-outcomes.ts';

/** One settlement at a time for each payment: whoever asks meanwhile waits for the same one. */
export class SettlementFlights {
  readonly #underWay = new Map<string, Promise<Settlement>>();

  /** Never rejects: what `settle` throws leaves the outcome unknown. */
  join(
    payment: PaymentPayload,
    requirements: PaymentRequirements,
    settle: () => Promise<Settlement>,
  ): Promise<Settlement> {
    const key = keyOf(payment, requirements);
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const flight = settle()
      .catch(() => unknown('unexpected_settle_error'))
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, flight);
    return flight;
  }
}

/** The same for every header that carries the same authorization, however it is written. */
function keyOf({ payload }: PaymentPayload, { network, asset }: PaymentRequirements): string {
  const signed = readAuthorization({ payload });
  if (!signed) return JSON.stringify([network, payload]);
  return [network, asset.toLowerCase(), signed.kind, signed.from, signed.nonce].join(' ');
}
