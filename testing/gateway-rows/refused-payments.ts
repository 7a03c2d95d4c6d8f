import type { PaymentPayload } from '@x402/core/types';
import { maxUint256 } from 'viem';
import { expect } from 'vitest';
import type { GatewayFixture, Row } from '../gateway-table.ts';
import { deploySafe } from '../safe.ts';
import { paymentHeaderOf, signedPayment } from '../sign-payment.ts';
import { DATA_KEY, fillUp } from '../test-gateway.ts';
import { PRICE, randomAddress } from '../test-payment.ts';
import { chainOf, fundedWallet } from '../test-wallets.ts';
import { accepting, inPayload, invalid, permit2Of, permit2Payment, seconds } from './row-builders.ts';

const neverAsked = () => Promise.reject(new Error('The facilitator was asked'));

/** 400 before the facilitator is called, although the body names the payer. */
function unknownKind(row: string, payment: (fixture: GatewayFixture) => Promise<PaymentPayload>): Row {
  return {
    row,
    async run(fixture) {
      fixture.script({ verify: neverAsked });
      const body = { query: DATA_KEY, payerAddress: fixture.payer.address };
      const answer = await fixture.call(await payment(fixture), { body });
      expect(answer.body.errors[0].errorInfo.reason).toBe('UNSUPPORTED_PAYLOAD');
      return answer;
    },
    status: 400,
  };
}

function inAuthorization(payment: PaymentPayload, changes: object): PaymentPayload {
  return inPayload(payment, { authorization: { ...(payment.payload.authorization as object), ...changes } });
}

/** Invalid payments: the call is not served, nothing is charged or claimed. */
export const refusedPayments: Row[] = [
  { row: 'no payment', run: ({ call }) => call(), status: 402, error: 'Payment required' },
  invalid('a payment that is not Base64', 'payment_malformed', async () => '{}'),
  invalid('a payment that is not JSON', 'payment_malformed', async () => btoa('payment')),
  invalid('a payment of another shape', 'payment_malformed', async () => btoa('{"x402Version":2}')),
  invalid('a payment that says two things', 'payment_malformed', async ({ pay }) =>
    btoa(JSON.stringify(await pay()).replace('{', '{"payload":{},')),
  ),
  invalid('a payment of 9 kB', 'payment_too_large', async ({ pay }) =>
    inPayload(await pay(), { x: 'x'.repeat(9e3) }),
  ),
  invalid('a payment of version 1', 'x402_version_not_supported', async ({ pay }) => ({
    ...(await pay()),
    x402Version: 1,
  })),
  invalid('a signature that is none', 'payment_malformed', async ({ pay }) =>
    inPayload(await pay(), { signature: 'me' }),
  ),
  invalid('a lower amount accepted', 'amount_mismatch', async ({ pay }) =>
    accepting(await pay(), { amount: '1' }),
  ),
  invalid('a lower amount signed', 'invalid_exact_evm_payload_authorization_value_mismatch', ({ pay }) =>
    pay({ value: PRICE - 1n }),
  ),
  invalid('a higher amount signed', 'invalid_exact_evm_payload_authorization_value_mismatch', ({ pay }) =>
    pay({ value: PRICE + 1n }),
  ),
  invalid('another network accepted', 'network_mismatch', async ({ pay }) =>
    accepting(await pay(), { network: 'eip155:8453' }),
  ),
  invalid('signed for another network', 'invalid_exact_evm_signature', async ({ payer, pay }) => {
    const ours = (await pay()).accepted;
    const elsewhere = await signedPayment(payer, { ...ours, network: 'eip155:8453' });
    return { ...elsewhere, accepted: ours };
  }),
  invalid('another asset accepted', 'asset_mismatch', async ({ pay }) =>
    accepting(await pay(), { asset: randomAddress() }),
  ),
  invalid('signed for another asset', 'invalid_exact_evm_signature', async ({ payer, pay }) => {
    const ours = (await pay()).accepted;
    const elsewhere = await signedPayment(payer, { ...ours, asset: randomAddress() });
    return { ...elsewhere, accepted: ours };
  }),
  invalid('another payee accepted', 'recipient_mismatch', async ({ pay }) =>
    accepting(await pay(), { payTo: randomAddress() }),
  ),
  invalid('another scheme accepted', 'scheme_mismatch', async ({ pay }) =>
    accepting(await pay(), { scheme: 'upto' }),
  ),
  invalid('another domain accepted', 'domain_mismatch', async ({ pay }) =>
    accepting(await pay(), { extra: { name: 'USDC', version: '2' } }),
  ),
  invalid('an expired authorization', 'authorization_expired', ({ pay }) =>
    pay({ validBefore: seconds(-1) }),
  ),
  invalid('one that expires before a slow call ends', 'authorization_expires_too_soon', ({ pay }) =>
    pay({ validBefore: seconds(85) }),
  ),
  invalid('Permit2 where nobody deployed it', 'permit2_proxy_not_deployed', async ({ payer, pay }) =>
    permit2Payment(payer, (await pay()).accepted),
  ),
  invalid('a smart account with a junk signature', 'invalid_exact_evm_signature', async ({ payer, pay }) => {
    const safe = await deploySafe(chainOf(await fundedWallet()), [randomAddress()]);
    await fillUp({ address: safe }, PRICE);
    const payment = await signedPayment(payer, (await pay()).accepted, { from: safe });
    return inPayload(payment, { signature: `0x${'1b'.repeat(65)}` });
  }),
  {
    row: 'two authorizations, the first of a victim',
    async run({ payer, pay, call }) {
      const payment = await pay();
      const victim = (await signedPayment(await fundedWallet(), payment.accepted)).payload;
      const permit2Authorization = permit2Of(payer.address);
      return call(inPayload(payment, { ...victim, permit2Authorization }));
    },
    status: 400,
    reason: 'TWO_AUTHORIZATIONS',
  },
  {
    row: 'two authorizations, the second of a victim',
    run: async ({ pay, call }) =>
      call(inPayload(await pay(), { permit2Authorization: permit2Of(randomAddress()) })),
    status: 400,
    reason: 'TWO_AUTHORIZATIONS',
  },
  {
    row: 'an authorization of nobody',
    run: async ({ pay, call }) => call(inAuthorization(await pay(), { from: 'me' })),
    status: 400,
    reason: 'PAYER_UNKNOWN',
  },
  {
    row: 'two payments in two headers',
    run: async ({ pay, call }) =>
      call(await pay(), { headers: { 'x-payment': paymentHeaderOf(await pay()) } }),
    status: 400,
  },
  {
    row: 'one header with two payments',
    async run({ pay, call }) {
      const headers = { 'x-payment': `${paymentHeaderOf(await pay())}, ${paymentHeaderOf(await pay())}` };
      return call(undefined, { headers });
    },
    status: 400,
  },
  invalid(
    'a payment in the Base64 of URLs',
    'payment_malformed',
    async ({ pay }) => `${paymentHeaderOf(await pay())}-_`,
  ),
  invalid('an amount in hex', 'payment_malformed', async ({ pay }) =>
    inAuthorization(await pay(), { value: `0x${PRICE.toString(16)}` }),
  ),
  invalid('a negative amount', 'payment_malformed', async ({ pay }) =>
    inAuthorization(await pay(), { value: `-${PRICE}` }),
  ),
  invalid('an amount accepted with leading zeros', 'amount_mismatch', async ({ pay }) =>
    accepting(await pay(), { amount: `0${PRICE}` }),
  ),
  invalid('a further signature in the authorization', 'payment_malformed', async ({ pay }) =>
    inAuthorization(await pay(), { signature: '0x' }),
  ),
  invalid('an authorization that hardly ever expires', 'authorization_expires_too_late', ({ pay }) =>
    pay({ validBefore: maxUint256 }),
  ),
  invalid('one that expires in 25 hours', 'authorization_expires_too_late', ({ pay }) =>
    pay({ validBefore: seconds(25 * 3_600) }),
  ),
  ...['delegation', 'delegationManager', 'permissionContext', 'userOperation', 'signature2'].flatMap(
    (key): Row[] => [
      unknownKind(`${key} beside an authorization`, async ({ pay }) =>
        inPayload(await pay(), { [key]: '0x' }),
      ),
      unknownKind(`${key} instead of an authorization`, async ({ pay }) => ({
        ...(await pay()),
        payload: { signature: '0x', [key]: { delegator: randomAddress() } },
      })),
    ],
  ),
  {
    row: 'a signature without an authorization',
    async run({ pay, call, script, payer }) {
      script({ verify: neverAsked });
      const payment = await pay();
      const body = { query: DATA_KEY, payerAddress: payer.address };
      return call({ ...payment, payload: { signature: payment.payload.signature } }, { body });
    },
    status: 402,
    error: 'unsupported_payload_type',
  },
  {
    row: 'a payment that names nobody',
    run: async ({ pay, call }) => call({ ...(await pay()), payload: { delegation: '0x' } }),
    status: 400,
  },
];
