import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { encodeOclId } from '@labroom/contracts/ocl-id';
import { intentNonce } from '@labroom/protocol/payment-intent';
import { paymentHeaderOf } from '@labroom/testing/sign-payment.ts';
import {
  callGateway,
  callsOf,
  DATA_KEY,
  type GatewayCall,
  type NamedPayment,
  namedPaymentFor,
  payerWith,
  paymentFor,
  UNKNOWN_LAB,
} from '@labroom/testing/test-gateway.ts';
import { buyJourney, type SignedJourney, signJourney } from '@labroom/testing/test-journey.ts';
import { PRICE, randomAddress, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import type { Hex } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataKeys } from '../platform/db/tables/files.ts';
import { journeyCalls } from '../platform/db/tables/journeys.ts';

const service = await openTestService();

const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } } as const;
const keyText = JSON.stringify(key.body);
const OTHER_LAB = encodeOclId({ tokenId: 2n ** 80n - 2n, account: `0x${'1b'.repeat(20)}` });

/** One POST to the gateway with headers in the case in which they are written. @returns the status */
async function send(path: string, headers: Record<string, string>, body: string): Promise<number> {
  const sent = request(`${service.url}/local/x402/${path}`, { method: 'POST', headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

/**
 * A malicious seller gets a payment that its customer signed for the seller, whose payee address is ours, and calls here in
 * the name of the customer, who proved intent here before.
 */
describe('a relayed payment buys nothing', () => {
  const announcement = {
    mutation: 'createAnnouncement',
    body: `{"query":"mutation { createAnnouncement(oclId: \\"${UNKNOWN_LAB}\\", headline: \\"a\\", body: \\"b\\") { error { code } } }"}`,
  } as const;
  const salt: Hex = `0x${'77'.repeat(32)}`;
  const ours = () => `${service.context.config.http.publicUrl}/x402/labs/generateDataEncryptionKey`;
  /** What the customer signed for the seller, what the seller sends here. */
  const variants: Record<string, (signed: Signed) => Promise<Relayed>> = {
    'replay: the payment and the salt of a call that was bought': async ({ bought }) => ({
      payment: bought.payment,
      salt: bought.call.headers?.['payment-salt'] ?? '',
    }),
    'replay: the salt of a call that was bought, with a new payment': async ({ pay, bought }) => ({
      payment: await pay(),
      salt: bought.call.headers?.['payment-salt'] ?? '',
    }),
    'front-run: the payment of this call as the chain shows it, before its customer calls': async ({
      pay,
    }) => ({
      payment: await pay({}),
    }),
    'a payment for another stage: the nonce of its resource': async ({ pay }) => ({
      payment: await pay({ resource: 'https://staging.example.org/x402/labs/generateDataEncryptionKey' }),
      salt,
    }),
    'a payment for another stage: to its payee': async ({ pay }) => ({
      payment: await pay({}, { to: randomAddress() }),
      salt,
    }),
    'a payment for another stage: sent to its path': async ({ pay }) => ({
      payment: await pay({}),
      salt,
      path: '../../staging/x402/labs/generateDataEncryptionKey',
    }),
    'the salt of a call in another case, beside that of another': async ({ pay }) => ({
      payment: await pay({}),
      salt,
      headers: { 'PAYMENT-SALT': `0x${'78'.repeat(32)}` },
    }),
    'only the salt of another call, in another case of the header': async ({ pay }) => ({
      payment: await pay({}),
      headers: { 'PAYMENT-SALT': `0x${'78'.repeat(32)}` },
    }),
    'journey: its payment for one call': async ({ journey }) => ({
      payment: journey.payment,
      salt: journey.headers['payment-salt'] ?? '',
    }),
    'journey: the payment of one call': async ({ pay, journey }) => ({
      payment: await pay({}),
      salt,
      body: journey.body,
      path: 'journeys',
    }),
    'journey: its payment for other calls': async ({ journey }) => ({
      payment: journey.payment,
      salt: journey.headers['payment-salt'] ?? '',
      body: JSON.stringify({ calls: [{ mutation: 'createLab' }], payerAddress: customer.address }),
      path: 'journeys',
    }),
    'journey: its payment for another payer': async ({ journey, seller }) => ({
      payment: journey.payment,
      salt: journey.headers['payment-salt'] ?? '',
      body: journey.body.replace(customer.address, seller.address),
      path: 'journeys',
    }),
    'journey: its secret for a call that it does not have': async ({ secret }) => ({
      call: announcement,
      headers: { 'payment-journey': `${secret} 1` },
    }),
    'journey: its secret for another lab': async ({ secret }) => ({
      call: { ...announcement, body: announcement.body.replace(UNKNOWN_LAB, OTHER_LAB) },
      headers: { 'payment-journey': `${secret} 2` },
    }),
    'journey: its secret for another payer': async ({ secret, seller }) => ({
      body: JSON.stringify({ ...key.body, payerAddress: seller.address }),
      headers: { 'payment-journey': `${secret} 1` },
    }),
    "journey: its secret beside the seller's payment": async ({ secret, seller }) => ({
      payment: await paymentFor(service, seller),
      headers: { 'payment-journey': `${secret} 1` },
    }),
    'a random nonce, no salt': async ({ pay }) => ({ payment: await pay() }),
    'a random nonce, any salt': async ({ pay }) => ({ payment: await pay(), salt }),
    'the nonce of another resource': async ({ pay }) => ({
      payment: await pay({ resource: 'https://seller.example.org/x402/labs/generateDataEncryptionKey' }),
      salt,
    }),
    'the nonce of another resource, without its salt': async ({ pay }) => ({
      payment: await pay({ resource: 'https://seller.example.org/report' }),
    }),
    'the nonce of another mutation': async ({ pay }) => ({
      payment: await pay({ resource: ours().replace('generateDataEncryptionKey', 'decryptDataKey') }),
      salt,
    }),
    'another body': async ({ pay }) => ({
      payment: await pay({}),
      salt,
      body: `${keyText} `,
    }),
    'another call with the same price': async ({ pay }) => ({
      payment: await pay({}),
      salt,
      call: announcement,
    }),
    'another salt': async ({ pay }) => ({ payment: await pay({}), salt: `0x${'78'.repeat(32)}` }),
    'two salts': async ({ pay }) => ({ payment: await pay({}), salt: `${salt}, ${salt}` }),
    'a salt of another length': async ({ pay }) => ({ payment: await pay({}), salt: salt.slice(0, -2) }),
    'a nonce that is changed after the signature': async ({ pay }) => {
      const payment = await pay();
      const nonce = intentNonce({ resource: ours(), body: keyText, salt });
      const authorization = { ...Object(payment.payload.authorization), nonce };
      return { payment: { ...payment, payload: { ...payment.payload, authorization } }, salt };
    },
    'a second payer in the payload': async ({ pay, seller }) => {
      const payment = await pay({});
      const authorization = { ...Object(payment.payload.authorization), from: seller.address };
      return { payment: { ...payment, payload: { ...payment.payload, authorization } }, salt };
    },
    "the seller's own proof beside the customer's payment": async ({ pay, seller }) => {
      const { call } = await namedPaymentFor(service, seller, key);
      return { payment: await pay(), salt: call.headers?.['payment-salt'] ?? '' };
    },
    'the payment in two headers, one with another nonce': async ({ pay }) => ({
      payment: await pay({}),
      salt,
      headers: { 'x-payment': paymentHeaderOf(await pay()) },
    }),
  };

  interface Signed {
    /** Signs a payment, with the nonce of a call if one is named. */
    pay(
      call?: { resource?: string },
      changes?: Parameters<typeof paymentFor>[3],
    ): ReturnType<typeof paymentFor>;
    /** What bought the customer a call. */
    bought: NamedPayment;
    /** Signed and not yet sent. */
    journey: SignedJourney;
    /** Of another journey, with the calls `key` and `announcement` of a lab. */
    secret: string;
    seller: TestWallet;
  }
  interface Relayed {
    payment?: Awaited<ReturnType<typeof paymentFor>>;
    /** Below `x402/`, in the place of that of the call. */
    path?: string;
    salt?: string;
    body?: string;
    call?: GatewayCall;
    headers?: Record<string, string>;
  }

  let customer: TestWallet;
  let seller: TestWallet;
  let bought: NamedPayment;
  let journey: SignedJourney;
  let secret: string;
  beforeAll(async () => {
    [customer, seller] = await Promise.all([payerWith(7n * PRICE), payerWith(PRICE)]);
    bought = await namedPaymentFor(service, customer, key);
    expect((await callGateway(service, bought.call, bought.payment)).status).toBe(200);
    const { mutation } = key;
    journey = await signJourney(service, customer, [{ mutation }]);
    const ofLab = { mutation: announcement.mutation, variables: { oclId: UNKNOWN_LAB } };
    secret = await buyJourney(service, customer, [{ mutation }, ofLab]);
  });

  test.each(Object.entries(variants))('%s', async (_, relay) => {
    const effects = async () => ({
      calls: await callsOf(service, customer),
      ofJourneys: await service.context.db.select().from(journeyCalls),
      keys: await service.context.db.$count(dataKeys),
      money: await stablecoinsOf(customer.address),
      ofSeller: await stablecoinsOf(seller.address),
    });
    const before = await effects();
    expect(before.money).toBe(4n * PRICE);
    const pay: Signed['pay'] = (named, changes) =>
      paymentFor(service, customer, 'generateDataEncryptionKey', {
        ...(named && { nonce: intentNonce({ resource: ours(), body: keyText, salt, ...named }) }),
        ...changes,
      });
    const {
      payment,
      salt: sent,
      body = keyText,
      call = { ...key, body },
      path = `labs/${call.mutation}`,
      headers,
    } = await relay({ pay, bought, journey, secret, seller });
    const text = typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
    const status = await send(
      path,
      {
        'content-type': 'application/json',
        ...(payment && { 'payment-signature': paymentHeaderOf(payment) }),
        ...(sent !== undefined && { 'payment-salt': sent }),
        ...headers,
      },
      text,
    );
    expect([400, 401, 402, 404]).toContain(status);
    expect(await effects()).toEqual(before);
  });

  test('and a front-run does not keep the customer from the call', async () => {
    const { payment, call } = await namedPaymentFor(service, customer, key);
    expect((await callGateway(service, { ...call, headers: {} }, payment)).status).toBe(401);
    expect((await callGateway(service, call, payment)).status).toBe(200);
  });
});
