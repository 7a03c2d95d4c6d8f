import { permit2Payment } from '@labroom/testing/sign-payment.ts';
import {
  callGateway,
  callsOf,
  DATA_KEY,
  type NamedPayment,
  namedPaymentFor,
  payerWith,
  paymentFor,
} from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';
import { intentWallets } from '../platform/db/tables/paid-calls.ts';
import { settleOpenCalls } from './jobs/settle-open-calls.ts';

const service = await openTestService();
const replica = await service.startPeer({ SERVICE_URL: service.url });

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } } as const;

const isStrict = async ({ address }: { address: string }) =>
  (
    await service.context.db
      .select()
      .from(intentWallets)
      .where(eq(intentWallets.wallet, address.toLowerCase()))
  ).length === 1;

test('a payment whose nonce names the call buys it, once', async () => {
  const payer = await payerWith(2n * PRICE);
  const { payment, call } = await namedPaymentFor(service, payer, key);
  const bought = await callGateway(service, call, payment);
  expect([bought.status, bought.settlement?.success]).toEqual([200, true]);
  expect(bought.body.data.generateDataEncryptionKey.error).toBeNull();
  const again = await callGateway(replica, call, payment);
  expect([again.status, again.required?.error]).toEqual([402, 'payment_already_used']);
  expect(await stablecoinsOf(payer.address)).toBe(PRICE);
  expect((await callsOf(service, payer)).map(({ state, provesIntent }) => [state, provesIntent])).toEqual([
    ['settled', true],
  ]);
});

test('a Permit2 nonce cannot pretend to be derived', async () => {
  const payer = await payerWith(PRICE);
  const { required } = await callGateway(service, key);
  const [requirements] = required?.accepts ?? [];
  if (!requirements) throw new Error('There is no price');
  const payment = await permit2Payment(payer, requirements);
  const headers = { 'payment-salt': `0x${'11'.repeat(32)}` };
  const { status, body } = await callGateway(service, { ...key, headers }, payment);
  expect([status, body.errors[0].errorInfo.reason]).toEqual([401, 'INTENT_MISMATCH']);
});

describe('a wallet that proved its intent once is held to it', () => {
  let payer: TestWallet;
  beforeAll(async () => {
    payer = await payerWith(4n * PRICE);
    const { payment, call } = await namedPaymentFor(service, payer, key);
    expect((await callGateway(service, call, payment)).status).toBe(200);
  });

  test('a payment with a random nonce is refused, and costs nothing', async () => {
    const { status, body } = await callGateway(replica, key, await paymentFor(service, payer));
    expect([status, body.errors[0].errorInfo.reason]).toEqual([401, 'INTENT_REQUIRED']);
    expect(await stablecoinsOf(payer.address)).toBe(3n * PRICE);
  });

  test('a named payment is taken', async () => {
    const { payment, call } = await namedPaymentFor(service, payer, key);
    expect((await callGateway(replica, call, payment)).status).toBe(200);
  });

  test('a wallet is not remembered for a payment that was refused', async () => {
    const poor = privateKeyToAccount(generatePrivateKey());
    const { payment, call } = await namedPaymentFor(service, poor, key);
    expect((await callGateway(service, call, payment)).status).toBe(402);
    expect(await isStrict(poor)).toBe(false);
  });

  test('an outsider cannot make a wallet strict', async () => {
    const other = await payerWith(PRICE);
    const { payment, call, nonce } = await namedPaymentFor(service, payer, key);
    const forged = {
      ...payment,
      payload: {
        ...payment.payload,
        authorization: { ...Object(payment.payload.authorization), from: other.address, nonce },
      },
    };
    expect((await callGateway(service, call, forged)).status).toBe(402);
    expect(await isStrict(other)).toBe(false);
  });
});

describe('calls of one wallet at once', () => {
  /** Repeats a call while the money for it may still be on its way for another, or the chain answers too slowly, as our client does. */
  async function callInTurn(target: { url: string }, { payment, call }: NamedPayment) {
    for (;;) {
      const answer = await callGateway(target, call, payment);
      const isLater = answer.status === 503 || answer.required?.error === 'payer_has_unsettled_call';
      if (!isLater) return answer;
    }
  }

  /** The states of a wallet's calls. The job settles what took longer than an answer may take, and may have to send it again. */
  async function statesOf(payer: TestWallet) {
    await settleOpenCalls(service.context, pino({ enabled: false }));
    return (await callsOf(service, payer)).map(({ state }) => state);
  }

  test('fifty named payments buy fifty calls', async () => {
    const payer = await payerWith(50n * PRICE);
    const named = await Promise.all(Array.from({ length: 50 }, () => namedPaymentFor(service, payer, key)));
    const answers = await Promise.all(
      named.map((one, index) => callInTurn(index % 2 ? service : replica, one)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const keys = answers.map(({ body }) => body.data.generateDataEncryptionKey.encryptedDek);
    expect(new Set(keys).size).toBe(50);
    await expect.poll(() => statesOf(payer)).toEqual(Array(50).fill('settled'));
    expect(await stablecoinsOf(payer.address)).toBe(0n);
  }, 120_000);

  test('no more of them run than the wallet can pay for', async () => {
    const payer = await payerWith(3n * PRICE);
    const named = await Promise.all(Array.from({ length: 20 }, () => namedPaymentFor(service, payer, key)));
    const answers = await Promise.all(
      named.map(({ payment, call }, index) => callGateway(index % 2 ? service : replica, call, payment)),
    );
    expect(answers.every(({ status }) => status === 200 || status === 402)).toBe(true);
    const bought = answers.filter(({ status }) => status === 200).length;
    await expect.poll(() => statesOf(payer)).toEqual(Array(bought).fill('settled'));
    expect(await stablecoinsOf(payer.address)).toBe(BigInt(3 - bought) * PRICE);
  }, 120_000);
});
