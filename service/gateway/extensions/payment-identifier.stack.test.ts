import {
  answerProof,
  callGateway,
  callsOf,
  DATA_KEY,
  type GatewayCall,
  payerWith,
  paymentFor,
} from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import type { PaymentPayload } from '@x402/core/types';
import {
  appendPaymentIdentifierToExtensions,
  extractAndValidatePaymentIdentifier,
  generatePaymentId,
  PAYMENT_IDENTIFIER,
  validatePaymentIdentifier,
} from '@x402/extensions/payment-identifier';
import { sql } from 'drizzle-orm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';

const service = await openTestService();

const call = { mutation: 'generateDataEncryptionKey', body: JSON.stringify({ query: DATA_KEY }) } as const;
const another: GatewayCall = {
  ...call,
  body: JSON.stringify({ query: DATA_KEY.replace('encryptedDek ', '') }),
};

/** A payment of a stock client, with the id as the package of x402 adds it to what the 402 declares. */
async function identified(payer: TestWallet, id = generatePaymentId()): Promise<PaymentPayload> {
  const { required } = await callGateway(service, call);
  const extensions = appendPaymentIdentifierToExtensions(required?.extensions ?? {}, id);
  return { ...(await paymentFor(service, payer)), extensions };
}

const nonceOf = ({ payload }: PaymentPayload) => Object(payload.authorization).nonce as `0x${string}`;

/** The call with a proof that the payer asks again. */
async function withProof(
  signer: TestWallet,
  payer: TestWallet,
  payment: PaymentPayload,
): Promise<GatewayCall> {
  const named = { call, nonce: nonceOf(payment) };
  const proof = await answerProof(service, signer, named, { wallet: payer.address });
  return { ...call, headers: { 'payment-proof': proof } };
}

test('the package of x402 reads the declaration of a 402, and adds an id that the gateway takes', async () => {
  const { required } = await callGateway(service, call);
  expect(validatePaymentIdentifier(required?.extensions?.[PAYMENT_IDENTIFIER])).toEqual({ valid: true });
  const payer = await payerWith(PRICE);
  const payment = await identified(payer, 'order_0000000000001');
  expect(extractAndValidatePaymentIdentifier(payment).id).toBe('order_0000000000001');
  expect((await callGateway(service, call, payment)).status).toBe(200);
});

test('the payer gets a lost answer again by id and a new signature, and pays once', async () => {
  const payer = await payerWith(PRICE);
  const payment = await identified(payer);
  const first = await callGateway(service, call, payment);
  const again = await callGateway(service, await withProof(payer, payer, payment), payment);
  expect([again.status, again.body, again.settlement]).toEqual([200, first.body, first.settlement]);
  expect(await stablecoinsOf(payer.address)).toBe(0n);
});

test('nobody else gets it: not by the bare payment, another wallet, another id or none', async () => {
  const payer = await payerWith(PRICE);
  const payment = await identified(payer);
  const { body } = await callGateway(service, call, payment);
  const { plaintextDEK } = body.data.generateDataEncryptionKey;
  const outsider = privateKeyToAccount(generatePrivateKey());
  const proved = await withProof(payer, payer, payment);
  const { extensions: _, ...without } = payment;
  const otherId = { ...payment, extensions: (await identified(payer)).extensions };
  const attempts = [
    await callGateway(service, call, payment),
    await callGateway(service, await withProof(outsider, payer, payment), payment),
    await callGateway(service, proved, otherId as PaymentPayload),
    await callGateway(service, proved, without as PaymentPayload),
  ];
  expect(attempts.map(({ status }) => status)).toEqual([402, 401, 402, 400]);
  for (const attempt of attempts) expect(JSON.stringify(attempt.body)).not.toContain(plaintextDEK);
});

test('an id is good for one payment and one call: another gets 409 and is not charged', async () => {
  const payer = await payerWith(2n * PRICE);
  const id = generatePaymentId();
  const payment = await identified(payer, id);
  expect((await callGateway(service, call, payment)).status).toBe(200);
  expect((await callGateway(service, call, await identified(payer, id))).status).toBe(409);
  expect((await callGateway(service, another, payment)).status).toBe(409);
  expect(await stablecoinsOf(payer.address)).toBe(PRICE);
  expect(await callsOf(service, payer)).toHaveLength(1);
  // The id of another payer is another id.
  const other = await payerWith(PRICE);
  expect((await callGateway(service, call, await identified(other, id))).status).toBe(200);
});

test('five payments at once with one id: one call, one charge', async () => {
  const payer = await payerWith(5n * PRICE);
  const id = generatePaymentId();
  const payments = await Promise.all(Array.from({ length: 5 }, () => identified(payer, id)));
  const answers = await Promise.all(payments.map((payment) => callGateway(service, call, payment)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await stablecoinsOf(payer.address)).toBe(4n * PRICE);
});

test.each(['short', 'x'.repeat(129), 'with spaces in it, long'])(
  'the id %j is refused with 400',
  async (id) => {
    const payer = await payerWith(0n);
    const payment = {
      ...(await paymentFor(service, payer)),
      extensions: { [PAYMENT_IDENTIFIER]: { info: { id } } },
    };
    expect((await callGateway(service, call, payment)).status).toBe(400);
  },
);

test('the database holds neither id nor readable answer', async () => {
  const payer = await payerWith(PRICE);
  const id = generatePaymentId();
  await callGateway(service, call, await identified(payer, id));
  const { rows } = await service.context.db.execute<{ row: string }>(
    sql`select paid_calls::text as row from paid_calls where payer = ${payer.address.toLowerCase()}`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(id);
});
