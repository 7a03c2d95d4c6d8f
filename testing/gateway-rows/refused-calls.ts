import { setTimeout as pause } from 'node:timers/promises';
import { FacilitatorUnavailableError } from '@labroom/payments/payment/facilitator.ts';
import { expect } from 'vitest';
import type { Row } from '../gateway-table.ts';
import { badCall, remotely, seconds } from './row-builders.ts';

/** Calls that are rejected for another reason than their payment. */
export const refusedCalls: Row[] = [
  badCall('a batch', [{ query: 'mutation { generateDataEncryptionKey { plaintextDEK } }' }]),
  remotely('the facilitator is down', { verify: 'down' }, { status: 502, reason: 'FACILITATOR_UNAVAILABLE' }),
  remotely(
    'the facilitator does not answer',
    { verify: 'hangs' },
    { status: 502, reason: 'FACILITATOR_UNAVAILABLE' },
  ),
  {
    row: 'the facilitator hangs and is not asked any more',
    async run({ pay, call, script }) {
      const refusal = new FacilitatorUnavailableError('It hangs', { retryAfterSeconds: 7 });
      script({ verify: () => Promise.reject(refusal) });
      const answer = await call(await pay());
      expect(answer.headers.get('retry-after')).toBe('7');
      return answer;
    },
    status: 502,
  },
  {
    row: 'neither facilitator nor chain ever answers a verification',
    async run({ pay, call, script }) {
      script({ verify: () => new Promise(() => {}), facilitatorMs: 100 });
      return call(await pay());
    },
    status: 502,
  },
  {
    row: 'the facilitator is so slow that the payment would expire',
    async run({ pay, call, script, facilitator }) {
      const payment = await pay({ validBefore: seconds(91) });
      const verify = async (...args: Parameters<typeof facilitator.verify>) => {
        await pause(1_500);
        return facilitator.verify(...args);
      };
      script({ verify });
      return call(payment);
    },
    status: 402,
    error: 'authorization_expires_too_soon',
  },
  {
    row: 'no claims can be read',
    async run({ pay, call, claims }) {
      await claims(false);
      return call(await pay()).finally(() => claims(true));
    },
    status: 503,
    reason: 'CLAIMS_UNAVAILABLE',
  },
  {
    row: 'no claim can be stored',
    async run({ pay, call, claims, script, facilitator }) {
      const verify = async (...args: Parameters<typeof facilitator.verify>) => {
        await claims(false);
        return facilitator.verify(...args);
      };
      script({ verify });
      return call(await pay()).finally(() => claims(true));
    },
    status: 503,
    reason: 'CLAIMS_UNAVAILABLE',
  },
];
