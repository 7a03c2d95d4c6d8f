import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { readAuthorization } from '../payment/authorization.ts';
import type { Settlement } from '../payment/facilitator.ts';
import { unknown } from '../payment/settlement-outcomes.ts';

/** Runs one settlement per payment at a time. Concurrent callers wait for the same one. */
export class SettlementFlights {
  readonly #underWay = new Map<string, Promise<Settlement>>();

  /** Never rejects: if `settle` throws, the outcome is unknown. */
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

/** Key of an authorization, independent of how its header is encoded. */
function keyOf({ payload }: PaymentPayload, { network, asset }: PaymentRequirements): string {
  const signed = readAuthorization({ payload });
  if (!signed) return JSON.stringify([network, payload]);
  return [network, asset.toLowerCase(), signed.kind, signed.from, signed.nonce].join(' ');
}
