import {
  answerProof,
  callGateway,
  DATA_KEY,
  type NamedPayment,
  namedPaymentFor,
  payerWith,
} from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';
import { forgetPaidAnswers } from './jobs/forget-paid-answers.ts';

const service = await openTestService();

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } } as const;
const withProof = ({ call }: NamedPayment, proof: string, changes: Record<string, string> = {}) => ({
  ...call,
  headers: { ...call.headers, 'payment-proof': proof, ...changes },
});

interface Bought {
  payer: TestWallet;
  named: NamedPayment;
  answer: unknown;
}

async function buy(): Promise<Bought> {
  const payer = await payerWith(PRICE);
  const named = await namedPaymentFor(service, payer, key);
  const { status, body } = await callGateway(service, named.call, named.payment);
  expect(status).toBe(200);
  return { payer, named, answer: body };
}

test('the payer gets a lost answer again by a new signature, and pays once', async () => {
  const { payer, named, answer } = await buy();
  for (let tries = 0; tries < 2; tries += 1) {
    const proof = await answerProof(service, payer, named);
    const again = await callGateway(service, withProof(named, proof), named.payment);
    expect([again.status, again.settlement?.success]).toEqual([200, true]);
    expect(again.body).toEqual(answer);
  }
  expect(await stablecoinsOf(payer.address)).toBe(0n);
});

test('a request that never arrived runs when it is repeated with the proof', async () => {
  const payer = await payerWith(PRICE);
  const named = await namedPaymentFor(service, payer, key);
  const proof = await answerProof(service, payer, named);
  const { status, settlement } = await callGateway(service, withProof(named, proof), named.payment);
  expect([status, settlement?.success]).toEqual([200, true]);
});

test('the database holds no readable answer, and none after ten minutes', async () => {
  const { payer, named, answer } = await buy();
  const { db } = service.context;
  const secret: string = Object(answer).data.generateDataEncryptionKey.plaintextDEK;
  const { rows } = await db.execute<{ ciphertext: Buffer }>(sql`select ciphertext from paid_answers`);
  expect(rows.length).toBeGreaterThan(0);
  for (const { ciphertext } of rows) expect(ciphertext.toString('latin1')).not.toContain(secret);
  await db.execute(sql`update paid_answers set expires_at = expires_at - interval '10 minutes'`);
  const proof = await answerProof(service, payer, named);
  const late = await callGateway(service, withProof(named, proof), named.payment);
  expect([late.status, late.required?.error]).toEqual([402, 'payment_already_used']);
  await forgetPaidAnswers(service.context);
  const { rows: left } = await db.execute(sql`select from paid_answers`);
  expect(left).toHaveLength(0);
});

describe('nobody else gets it', () => {
  let bought: Bought;
  beforeAll(async () => {
    bought = await buy();
  });
  const outsider = privateKeyToAccount(generatePrivateKey());

  test('by the bare payment', async () => {
    const { named } = bought;
    const { status, body } = await callGateway(service, named.call, named.payment);
    expect(status).toBe(402);
    expect(body).toMatchObject({
      isSuccess: false,
      message: 'Payment required',
      error: 'payment_already_used',
    });
    expect(body.data).toBeUndefined();
    // The way to the answer is said.
    expect(body.hint).toMatch(/secret.*Payment-Proof/);
  });

  test.each<[string, (bought: Bought) => Promise<[string, Record<string, string>?]>, number]>([
    [
      'by the signature of another wallet',
      async ({ named, payer }) => [await answerProof(service, outsider, named, { wallet: payer.address })],
      401,
    ],
    [
      'by another wallet in its own name',
      async ({ named }) => [await answerProof(service, outsider, named)],
      401,
    ],
    [
      'by a signature for another payment',
      async ({ named, payer }) => [
        await answerProof(service, payer, { ...named, nonce: `0x${'12'.repeat(32)}` }),
      ],
      401,
    ],
    [
      'by an old signature',
      async ({ named, payer }) => [
        await answerProof(service, payer, named, { issuedAt: new Date(Date.now() - 11 * 60_000) }),
      ],
      401,
    ],
    ['by something that is no proof', async () => ['yes'], 400],
    [
      'with another salt',
      async ({ named, payer }) => [
        await answerProof(service, payer, named),
        { 'payment-salt': `0x${'13'.repeat(32)}` },
      ],
      401,
    ],
  ])('%s', async (_, prove, expected) => {
    const { named, answer } = bought;
    const [proof, changes] = await prove(bought);
    const { status, body } = await callGateway(service, withProof(named, proof, changes), named.payment);
    expect(status).toBe(expected);
    const secret: string = Object(answer).data.generateDataEncryptionKey.plaintextDEK;
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  test('without the salt', async () => {
    const { named, payer } = bought;
    const proof = await answerProof(service, payer, named);
    const { call, payment } = named;
    const { status } = await callGateway(service, { ...call, headers: { 'payment-proof': proof } }, payment);
    // The wallet proved its intent before, so a payment without a salt is refused first.
    expect(status).toBe(401);
  });
});
