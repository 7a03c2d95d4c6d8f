import { networks } from '@labroom/contracts/networks';
import { callsOf, payerWith, UNKNOWN_LAB } from '@labroom/testing/test-gateway.ts';
import { mintStablecoins, PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  CreateAnnouncementDocument,
  DecryptDataKeyDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '../documents/documents.generated.ts';
import { createPayingClient } from '../paying-client.ts';
import { discoverGateway } from './discover-gateway.ts';
import type { Payer } from './pay-and-call.ts';
import { payJourney } from './pay-journey.ts';
import { PaymentBudget } from './payment-budget.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function newPayer(calls: bigint, perCall = 3n * PRICE): Promise<Payer> {
  return {
    gatewayUrl: `${service.url}/local`,
    network: networks[31337],
    wallet: await payerWith(calls * PRICE),
    budget: new PaymentBudget({ perCall, perDay: 3n * PRICE }),
  };
}
const key = { document: GenerateDataEncryptionKeyDocument };
const news = { oclId: UNKNOWN_LAB, headline: 'a', body: 'b' };

test('three calls for one payment, of which answers get lost', async () => {
  const payer = await newPayer(3n);
  const real = globalThis.fetch;
  let sent = 0;
  const cut = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const response = await real(...request);
    const headers = new Headers(request[1]?.headers);
    const isPaid = headers.has('payment-signature') || headers.has('payment-journey');
    // Every second answer is lost on the way.
    sent += isPaid ? 1 : 0;
    if (isPaid && sent % 2 === 1) throw new TypeError('The connection broke.');
    return response;
  });
  try {
    const journey = await payJourney(payer, [
      key,
      key,
      { document: CreateAnnouncementDocument, variables: { oclId: UNKNOWN_LAB } },
    ]);
    expect(journey.receipt).toMatchObject({ state: 'paid', amount: `${3n * PRICE}`, mutation: 'journey' });
    const [one, two] = await Promise.all(
      [1, 2].map(() => journey.call(GenerateDataEncryptionKeyDocument, {})),
    );
    expect(one?.generateDataEncryptionKey.plaintextDEK).not.toBe(two?.generateDataEncryptionKey.plaintextDEK);
    await expect(journey.call(GenerateDataEncryptionKeyDocument, {})).rejects.toMatchObject({
      code: 'NO_CALL_LEFT',
    });
    const other = { ...news, oclId: UNKNOWN_LAB.replace('1a', '1b') };
    await expect(journey.call(CreateAnnouncementDocument, other)).rejects.toMatchObject({
      code: 'NO_CALL_LEFT',
    });
    await expect(journey.call(CreateAnnouncementDocument, news)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  } finally {
    cut.mockRestore();
  }
  expect(await stablecoinsOf(payer.wallet.address)).toBe(0n);
});

test('a file is encrypted, stored and opened again, and news told, for one payment', async () => {
  const lab = await registeredLab(service);
  const { oclId, owner: wallet } = lab;
  await mintStablecoins(wallet, wallet.address, 5n * PRICE);
  const budget = new PaymentBudget({ perCall: 5n * PRICE, perDay: 5n * PRICE });
  const agent = createPayingClient({ ...(await discoverGateway(service.url)), wallet, budget });
  const documents = [
    InitiateCreateOrUpdateFileDocument,
    GenerateDataEncryptionKeyDocument,
    FinishCreateOrUpdateFileDocument,
    DecryptDataKeyDocument,
  ];
  const told = { oclId, headline: 'Results', body: 'Yield 83 %' };
  const journey = await agent.journey([
    // The key of a file that is not there yet is foreseen to be refused.
    ...documents.map((document) => ({ document, anyway: true })),
    { document: CreateAnnouncementDocument, variables: told },
  ]);
  const path = 'results/yield.md';
  await journey.upload({ oclId, target: { path }, body: 'Yield 83 %', access: 'TEAM' });
  expect(await (await journey.download({ oclId, path })).text()).toBe('Yield 83 %');
  await journey.call(CreateAnnouncementDocument, told);
  const [paid, another] = await callsOf(service, wallet);
  expect([paid?.mutation, another]).toEqual(['journey', undefined]);
  expect(journey.receipt.signed).toMatchObject({
    offer: { payload: { amount: `${5n * PRICE}` } },
    callReceipt: { payload: { transaction: paid?.transaction, nonce: journey.receipt.nonce } },
    differences: [],
  });
  expect(await stablecoinsOf(wallet.address)).toBe(0n);
});

test('a call that would fail, or a sum over the budget, is not paid for', async () => {
  const payer = await newPayer(3n);
  const failing = { document: CreateAnnouncementDocument, variables: news };
  await expect(payJourney(payer, [key, failing])).rejects.toMatchObject({ code: 'NOT_FOUND', receipt: null });
  const poor = await newPayer(3n, PRICE);
  await expect(payJourney(poor, [key, key])).rejects.toMatchObject({ code: 'OVER_CALL_BUDGET' });
  for (const { wallet } of [payer, poor]) expect(await stablecoinsOf(wallet.address)).toBe(3n * PRICE);
  expect((await payJourney(payer, [key, { ...failing, anyway: true }])).receipt.state).toBe('paid');
});
