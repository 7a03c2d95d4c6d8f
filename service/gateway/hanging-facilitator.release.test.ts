import { startScriptedFacilitator } from '@labroom/testing/scripted-facilitator.ts';
import { callGateway, callsOf, DATA_KEY, payerWith, paymentFor } from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { startTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { expect, test } from 'vitest';

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
/** The limit is five seconds. A busy machine may take longer, and without a limit a settlement takes thirty. */
const mostMs = 15_000;

test.each([
  ['verify', { status: 502, reason: 'FACILITATOR_UNAVAILABLE', pending: undefined, states: [] }],
  ['settle', { status: 200, reason: undefined, pending: 'settlement_pending', states: ['unknown'] }],
] as const)(
  'a facilitator that never answers to %s costs the caller five seconds',
  async (question, expected) => {
    const facilitator = await startScriptedFacilitator(await fundedWallet());
    const service = await startTestService({ variables: { X402_FACILITATOR_URL: facilitator.url } });
    try {
      expect(service.context.config.gateway.facilitatorMs).toBe(5_000);
      facilitator[question] = 'hangs';
      const payer = await payerWith(PRICE);
      const payment = await paymentFor(service, payer);
      const before = performance.now();
      const { status, body, settlement } = await callGateway(service, key, payment);
      expect(performance.now() - before).toBeLessThan(mostMs);
      expect({
        status,
        reason: body.errors?.[0].errorInfo.reason,
        pending: settlement?.errorReason,
        states: (await callsOf(service, payer)).map(({ state }) => state),
      }).toEqual(expected);
      expect(await stablecoinsOf(payer.address)).toBe(PRICE);
    } finally {
      await service.stop();
      await facilitator.close();
    }
  },
);
