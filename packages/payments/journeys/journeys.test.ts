import { randomBytes, randomUUID } from 'node:crypto';
import { intentNonce } from '@labroom/protocol/payment-intent';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { createOffer } from '../payment/offer.ts';
import { decoded, offer, paymentBy, sellerInMemory, terms } from '../sale/seller.fixture.ts';
import { buyJourney } from './buy-journey.ts';
import { describeJourney } from './describe-journey.ts';
import { journeyPlugin } from './journey-plugin.ts';
import type { JourneyCall, JourneyPorts, JourneyScope } from './journey-ports.ts';

const payer = privateKeyToAccount(generatePrivateKey());
const url = 'https://seller.example/x402/journeys';
const quiet = { info() {}, warn() {}, error() {} };

/** A journey in the memory of this process: its secret is its key. */
function journeysInMemory(): JourneyPorts {
  const calls = new Map<string, Omit<JourneyCall, 'answer'> & { kept: object | null }>();
  const byId = (id: string) => [...calls.values()].find((call) => call.id === id);
  return {
    terms,
    url,
    path: '/x402/journeys',
    description: describeJourney(['greet'], ['greet']),
    plan: async ({ mutation: name, variables }) => ({
      ...{ name, subject: null, price: offer.requirements, given: variables, complete: variables },
    }),
    store: {
      async open(_id, wallet, planned) {
        const journey = `0x${randomBytes(32).toString('hex')}`;
        for (const [index, { name, given: stated }] of planned.entries())
          calls.set(`${journey} ${index + 1}`, {
            ...{ id: randomUUID(), number: index + 1, name, stated, state: 'open', requestHash: null },
            ...{ payer: wallet, hasExpired: false, payment: 'settled', kept: null },
          });
        return {
          journey,
          calls: planned.map(({ name }, index) => ({ call: index + 1, mutation: name })),
          expiresAt: new Date().toISOString(),
        };
      },
      async find(secret, number) {
        const call = calls.get(`${secret} ${number}`);
        return call ? { ...call, answer: () => call.kept && { status: 200, body: call.kept } } : null;
      },
      async take(id, { requestHash }) {
        const call = byId(id);
        if (call?.state !== 'open') return null;
        Object.assign(call, { state: 'serving', requestHash });
        return randomUUID();
      },
      async keep({ id }, { body }) {
        Object.assign(byId(id) ?? {}, { state: 'used', kept: body });
        return true;
      },
      giveBack: async ({ id }) => Object.assign(byId(id) ?? {}, { state: 'open' }),
      burn: async ({ id }) => Object.assign(byId(id) ?? {}, { state: 'burned' }),
    },
  };
}

test('one payment buys two calls, each of which runs once and is answered again', async () => {
  const ports = journeysInMemory();
  const { seller, call } = sellerInMemory({ plugins: [journeyPlugin(ports)] });
  const scope: JourneyScope = {
    ...{ requestId: 'request', log: quiet, countPayer: async () => 0, countCalls: async () => 0 },
    foresee: async () => ({ wouldRun: true }),
    giveWay: async () => {},
  };
  const calls = [{ mutation: 'greet', variables: {} }, { mutation: 'greet' }];
  const text = JSON.stringify({ calls, payerAddress: payer.address });
  const quote = await buyJourney(seller, ports, { text, headers: {} }, scope);
  const [price] = decoded(quote.headers['payment-required']).accepts;
  expect([quote.status, price.amount]).toEqual([402, '20000']);
  expect(Object(quote.body).calls).toMatchObject([{ foreseen: { wouldRun: true } }, { call: 2 }]);

  const salt = `0x${randomBytes(32).toString('hex')}` as const;
  const nonce = intentNonce({ resource: url, body: text, salt });
  const sum = createOffer(terms, '20000', { url, description: '' });
  const headers = { 'payment-signature': await paymentBy(payer, nonce, sum), 'payment-salt': salt };
  const bought = await buyJourney(seller, ports, { text, headers }, scope);
  expect(bought.status).toBe(200);
  const { journey } = Object(bought.body);

  const use = (number: number) =>
    call({ text: '{}', headers: { 'payment-journey': `${journey} ${number}` } });
  const first = await use(1);
  expect(first).toMatchObject({ status: 200, body: { hello: payer.address.toLowerCase() } });
  expect(await use(1)).toEqual(first);
  expect((await use(2)).status).toBe(200);
  expect(decoded((await use(3)).headers['payment-required']).error).toBe('journey_call_unknown');
});
