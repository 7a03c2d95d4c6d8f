import { FacilitatorCircuit } from '@labroom/payments/facilitators/facilitator-circuit.ts';
import { RemoteFacilitator } from '@labroom/payments/facilitators/remote-facilitator.ts';
import { FacilitatorUnavailableError } from '@labroom/payments/payment/facilitator.ts';
import { type ScriptedFacilitator, startScriptedFacilitator } from '@labroom/testing/scripted-facilitator.ts';
import { signedPayment } from '@labroom/testing/sign-payment.ts';
import { chainAt, submit } from '@labroom/testing/test-facilitator.ts';
import { mintStablecoins, PRICE, testRequirements } from '@labroom/testing/test-payment.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';

let scripted: ScriptedFacilitator;
let payer: TestWallet;
beforeAll(async () => {
  scripted = await startScriptedFacilitator(await fundedWallet());
  payer = await fundedWallet();
  await mintStablecoins(payer, payer.address, 10n * PRICE);
});
afterAll(() => scripted.close());

async function quoted(): Promise<[PaymentPayload, PaymentRequirements]> {
  const requirements = testRequirements();
  return [await signedPayment(payer, requirements), requirements];
}

test('a hanging facilitator is not called any more, neither to verify nor to settle', async () => {
  const [payment, requirements] = await quoted();
  const circuit = new FacilitatorCircuit({ hangMs: 20, maxHanging: 3, openMs: 60_000 });
  const options = { url: scripted.url, headers: {}, chain: chainAt(), verifyTimeoutMs: 100, circuit };
  const facilitator = new RemoteFacilitator(options);
  scripted.verify = scripted.settle = 'hangs';
  for (let time = 0; time < 3; time += 1)
    await expect(facilitator.verify(payment, requirements)).rejects.toThrow(FacilitatorUnavailableError);
  const before = scripted.asked.length;
  await expect(facilitator.verify(payment, requirements)).rejects.toMatchObject({
    retryAfterSeconds: expect.any(Number),
  });
  expect(await facilitator.settle(payment, requirements)).toMatchObject({ kind: 'unknown' });
  expect(scripted.asked.length).toBe(before);
});

test('a settlement without a response is read from the chain', async () => {
  const [payment, requirements] = await quoted();
  const facilitator = new RemoteFacilitator({
    url: scripted.url,
    headers: {},
    chain: chainAt(),
    lookUpAfterMs: 10,
  });
  scripted.settle = 'hangs';
  const transaction = await submit(payer, payment);
  expect(await facilitator.settle(payment, requirements)).toMatchObject({ kind: 'settled', transaction });
});
