import { networks } from '@labroom/contracts/networks';
import { signedPayment } from '@labroom/testing/sign-payment.ts';
import { submit } from '@labroom/testing/test-facilitator.ts';
import { callGateway, callsOf, DATA_KEY, payerWith, paymentFor } from '@labroom/testing/test-gateway.ts';
import { PRICE, paymentsOf, randomAddress, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { wrapAxiosWithPaymentFromConfig } from '@x402/axios';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import axios from 'axios';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { dataKeys } from '../platform/db/tables/files.ts';

const service = await openTestService();
const replica = await service.startPeer();

const KEY = 'generateDataEncryptionKey';
const network = 'eip155:31337';
const { usdc } = networks[31337].contracts;
const body = JSON.stringify({ query: DATA_KEY });
const headers = { 'content-type': 'application/json' };
const at = (index: number) => (index % 2 ? service : replica);
const urlOf = ({ url }: { url: string }) => `${url}/local/x402/labs/${KEY}`;
const schemesOf = (payer: TestWallet) => [{ network, client: new ExactEvmScheme(payer) } as const];

function fetchOf(payer: TestWallet) {
  const allowed = { network, asset: usdc, maxAmountPerPayment: String(PRICE) } as const;
  return wrapFetchWithPaymentFromConfig(fetch, {
    schemes: schemesOf(payer),
    spendControls: { allowedAssets: [allowed] },
  });
}

const keysOf = async ({ address }: TestWallet) =>
  (await service.context.db.select().from(dataKeys).where(eq(dataKeys.issuedTo, address.toLowerCase())))
    .length;
const statesOf = async (payer: TestWallet) => (await callsOf(service, payer)).map(({ state }) => state);

describe('twenty calls at once of one wallet with the money for exactly twenty', () => {
  test('by @x402/fetch over two processes are answered and charged, each once', async () => {
    const payer = await payerWith(20n * PRICE);
    const pay = fetchOf(payer);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pay(urlOf(at(index)), { method: 'POST', headers, body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    const keys = new Set(bodies.map(({ data }) => data.generateDataEncryptionKey.plaintextDEK));
    expect(keys.size).toBe(20);
    expect(await statesOf(payer)).toEqual(Array(20).fill('settled'));
    const transfers = await paymentsOf(payer.address);
    expect(transfers.map(({ value }) => value)).toEqual(Array(20).fill(PRICE));
    expect(await stablecoinsOf(payer.address)).toBe(0n);
  });

  test('by @x402/axios are answered and charged, each once', async () => {
    const payer = await payerWith(20n * PRICE);
    const pay = wrapAxiosWithPaymentFromConfig(axios.create(), { schemes: schemesOf(payer) });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pay.post(urlOf(at(index)), body, { headers })),
    );
    expect(answers.every(({ data }) => data.data.generateDataEncryptionKey.error === null)).toBe(true);
    expect(await paymentsOf(payer.address)).toHaveLength(20);
    expect(await stablecoinsOf(payer.address)).toBe(0n);
  });
});

describe('while calls of a wallet are open', () => {
  const { facilitator, config } = service.context;
  const settle = facilitator.settle.bind(facilitator);
  const reconcile = facilitator.reconcile.bind(facilitator);
  const { facilitatorMs, patience } = config.gateway;
  let open = Promise.withResolvers<void>();
  afterEach(() => {
    open.resolve();
    open = Promise.withResolvers();
    Object.assign(facilitator, { settle, reconcile });
    Object.assign(config.gateway, { facilitatorMs, patience });
  });

  /** Settles nothing until `open` resolves, however long that takes. */
  function holdSettlements() {
    const until = open.promise;
    config.gateway.facilitatorMs = 200_000;
    facilitator.settle = async (...args) => {
      await until;
      return settle(...args);
    };
  }

  /** The outcome of no settlement is known. */
  function loseSettlements() {
    const lost = async () => ({ kind: 'unknown', reason: 'facilitator_timeout', transaction: null }) as const;
    Object.assign(facilitator, { settle: lost, reconcile: lost });
    config.gateway.patience = { forMs: 0, everyMs: 1 };
  }

  const key = { mutation: KEY, body: { query: DATA_KEY } };
  const call = async (payer: TestWallet) => callGateway(service, key, await paymentFor(service, payer));

  const servedOf = (payer: TestWallet, count: number) =>
    expect.poll(async () => (await statesOf(payer)).filter((state) => state === 'served').length).toBe(count);

  async function opened(payer: TestWallet, count: number) {
    const calls = Array.from({ length: count }, () => call(payer));
    await servedOf(payer, count);
    return calls;
  }

  test('a call beyond thirty-two is refused before it has an effect, and is not charged', async () => {
    const payer = await payerWith(40n * PRICE);
    holdSettlements();
    const calls = await opened(payer, 32);
    const refused = await call(payer);
    expect([refused.status, refused.required?.error]).toEqual([402, 'payer_has_unsettled_call']);
    expect(refused.body.hint).toContain('32');
    expect(refused.headers.get('retry-after')).toBe('1');
    open.resolve();
    expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true);
    expect(await keysOf(payer)).toBe(32);
  });

  test('each reserves its price: a call that the rest of the balance does not cover is refused before it has an effect', async () => {
    const payer = await payerWith(3n * PRICE);
    loseSettlements();
    const calls = await Promise.all(Array.from({ length: 3 }, () => call(payer)));
    // Open: the worker settles them later.
    expect(await statesOf(payer)).toEqual(Array(3).fill('unknown'));
    expect(calls.map(({ settlement }) => settlement?.errorReason)).toEqual(
      Array(3).fill('settlement_pending'),
    );
    const refused = await call(payer);
    expect([refused.status, refused.required?.error]).toEqual([402, 'payer_balance_reserved']);
    expect(refused.body).toMatchObject({ isSuccess: false, error: 'payer_balance_reserved' });
    expect(refused.body.hint).toContain('nothing was charged');
    expect(await keysOf(payer)).toBe(3);
  });

  test('a wallet that is emptied keeps no key: what ran unpaid is at most thirty-two calls, and is counted', async () => {
    const payer = await payerWith(60n * PRICE);
    const sender = await fundedWallet();
    const terms = (await paymentFor(service, payer)).accepted;
    const drain = await signedPayment(payer, {
      ...terms,
      amount: String(60n * PRICE),
      payTo: randomAddress(),
    });
    holdSettlements();
    const payments = await Promise.all(Array.from({ length: 60 }, () => paymentFor(service, payer)));
    const answers = payments.map((payment) => callGateway(service, key, payment));
    await servedOf(payer, 32);
    await submit(sender, drain);
    open.resolve();
    const given = await Promise.all(answers);
    expect(given.map(({ status }) => status)).toEqual(Array(60).fill(402));
    expect(given.every(({ body: { data } }) => data === undefined)).toBe(true);
    const states = await statesOf(payer);
    expect(states).toEqual(Array(32).fill('failed'));
    expect(await keysOf(payer)).toBe(32);
    expect(await paymentsOf(payer.address)).toHaveLength(1);
  });
});
