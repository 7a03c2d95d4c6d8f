import { randomBytes } from 'node:crypto';
import { intentNonce, paidAnswerMessage } from '@labroom/protocol/payment-intent';
import { receiptMessage } from '@labroom/protocol/signed-receipt';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { recoverTypedDataAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { failed, unknown } from '../payment/settlement-outcomes.ts';
import { decoded, offer, paymentBy, sellerInMemory, signTypedData, terms, url } from './seller.fixture.ts';
import type { PaymentPlugin } from './seller.ts';

const payer = privateKeyToAccount(generatePrivateKey());
const wallet = payer.address.toLowerCase();
const { network, asset } = terms;
const text = '{"greet":true}';

test('a stock client of x402 pays, and gets a receipt that the seller signed', async () => {
  const { fetch, signer, calls } = sellerInMemory();
  const paying = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(payer) }],
    spendControls: { allowedAssets: [{ network, asset, maxAmountPerPayment: '10000' }] },
  });
  const response = await paying(url, { method: 'POST', body: text });
  expect([response.status, await response.json()]).toEqual([200, { hello: wallet }]);
  expect(calls.map(({ state }) => state)).toEqual(['settled']);
  const { extensions, transaction } = decoded(response.headers.get('payment-response'));
  const { payload, signature } = extensions['offer-receipt'].info.receipt;
  expect(payload).toMatchObject({ payer: wallet, resourceUrl: url, transaction });
  expect(await recoverTypedDataAddress({ ...receiptMessage(payload), signature })).toBe(signer);
});

describe('a call', () => {
  test('without a payment is 402 with the signed offer, and does not run', async () => {
    const { call, calls } = sellerInMemory();
    const { status, headers, body } = await call({ text, headers: {} });
    expect(status).toBe(402);
    expect(body).toMatchObject({ isSuccess: false, message: 'Payment required' });
    const required = decoded(headers['payment-required']);
    expect(required).toMatchObject({ x402Version: 2, error: 'Payment required', resource: { url } });
    expect(required.accepts).toEqual([offer.requirements]);
    expect(required.extensions['offer-receipt'].info.offers).toHaveLength(1);
    expect(calls).toEqual([]);
  });

  test('runs once for a payment, also for twenty requests at once', async () => {
    const { call, answerWith } = sellerInMemory();
    let ran = 0;
    answerWith(async () => {
      ran += 1;
      return { status: 200, body: {} };
    });
    const headers = { 'payment-signature': await paymentBy(payer) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call({ text, headers })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(19);
    expect(ran).toBe(1);
    const again = await call({ text, headers });
    expect(decoded(again.headers['payment-required'])).toMatchObject({ error: 'payment_already_used' });
  });

  test('that failed is not charged, and its payment is good for the same request only', async () => {
    const { call, calls, answerWith } = sellerInMemory();
    answerWith(async () => ({ status: 503, body: { away: true }, retryAfterSeconds: 7 }));
    const headers = { 'payment-signature': await paymentBy(payer) };
    expect(await call({ text, headers })).toEqual({
      status: 503,
      body: { away: true },
      headers: { 'retry-after': '7' },
    });
    expect(calls.map(({ state }) => state)).toEqual(['released']);
    const other = await call({ text: '{}', headers });
    expect(decoded(other.headers['payment-required']).error).toBe('payment_bound_to_another_request');
    answerWith(async () => ({ status: 200, body: {} }));
    expect((await call({ text, headers })).status).toBe(200);
  });

  test('whose answer is lost is neither charged nor run again', async () => {
    const { call, calls, answerWith } = sellerInMemory();
    answerWith(() => Promise.reject(new Error('lost')));
    const headers = { 'payment-signature': await paymentBy(payer) };
    await expect(call({ text, headers })).rejects.toMatchObject({ status: 502 });
    expect(calls.map(({ state }) => state)).toEqual(['burned']);
    expect((await call({ text, headers })).status).toBe(402);
  });

  test('that is not paid in the end gives no answer', async () => {
    const { call, seller, calls } = sellerInMemory();
    seller.facilitator.settle = async () => failed('insufficient_funds');
    const { status, body } = await call({ text, headers: { 'payment-signature': await paymentBy(payer) } });
    expect([status, Object(body).hello]).toEqual([402, undefined]);
    expect(calls.map(({ state }) => state)).toEqual(['failed']);
  });

  test('whose settlement is unknown is answered without a receipt', async () => {
    const { call, seller, calls } = sellerInMemory();
    seller.facilitator.settle = async () => unknown('settlement_pending');
    const headers = { 'payment-signature': await paymentBy(payer) };
    const { status, headers: sent } = await call({ text, headers });
    expect(status).toBe(200);
    expect(decoded(sent['payment-response'])).toMatchObject({ errorReason: 'settlement_pending' });
    expect(calls.map(({ state }) => state)).toEqual(['unknown']);
  });

  test('that its payment names is answered again to the payer alone', async () => {
    const { call } = sellerInMemory();
    const salt = `0x${randomBytes(32).toString('hex')}` as const;
    const nonce = intentNonce({ resource: url, body: text, salt });
    const headers = { 'payment-signature': await paymentBy(payer, nonce), 'payment-salt': salt };
    const first = await call({ text, headers });
    const issuedAt = new Date().toISOString();
    const proofBy = async (signer: typeof payer) => {
      const claim = { chainId: 8453, resource: url, wallet: payer.address, nonce, issuedAt };
      return `${issuedAt} ${await signTypedData(signer, paidAnswerMessage(claim))}`;
    };
    const again = await call({ text, headers: { ...headers, 'payment-proof': await proofBy(payer) } });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const stranger = await proofBy(privateKeyToAccount(generatePrivateKey()));
    await expect(call({ text, headers: { ...headers, 'payment-proof': stranger } })).rejects.toMatchObject({
      reason: 'INVALID_SIGNATURE',
    });
    await expect(call({ text: '{}', headers })).rejects.toMatchObject({ reason: 'INTENT_MISMATCH' });
  });
});

test('a plug-in adds a scheme to the offer and sells for its payments, and serves what was paid before', async () => {
  const plugin: PaymentPlugin = {
    scheme: {
      name: 'tab',
      requirementsOf: (exact) => ({ ...exact, scheme: 'tab', extra: { limit: '5' } }),
      sell: async (_seller, _request, { requirements, run, call }, { payload }) => {
        const { body } = await run({ id: 'tab', name: call.name, payer: String(payload.guest) });
        return { status: 200, headers: {}, body: { ...Object(body), by: requirements.scheme } };
      },
    },
    prepaid: {
      header: 'ticket',
      serve: async (_seller, _request, _purchase, ticket) => ({ status: 200, headers: {}, body: { ticket } }),
    },
  };
  const { call } = sellerInMemory({ plugins: [plugin] });
  const { headers } = await call({ text, headers: {} });
  const [exact, tab] = decoded(headers['payment-required']).accepts;
  expect([exact, tab.scheme]).toEqual([offer.requirements, 'tab']);
  const payment = { x402Version: 2, accepted: tab, payload: { guest: 'Ada' } };
  const signature = Buffer.from(JSON.stringify(payment)).toString('base64');
  expect((await call({ text, headers: { 'payment-signature': signature } })).body).toEqual({
    hello: 'Ada',
    by: 'tab',
  });
  expect((await call({ text, headers: { ticket: '7' } })).body).toEqual({ ticket: '7' });
});
