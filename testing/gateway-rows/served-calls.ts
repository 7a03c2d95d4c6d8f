import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { expect } from 'vitest';
import { signIn } from '../actors.ts';
import type { GatewayFixture, Row } from '../gateway-table.ts';
import { UNKNOWN_LAB } from '../test-gateway.ts';
import { randomAddress } from '../test-payment.ts';
import { fundedWallet } from '../test-wallets.ts';
import { answering, paidAll, upstream } from './row-builders.ts';

/** Outcomes of a payment by the outcome of its mutation, and of its second use. */
export const servedCalls: Row[] = [
  upstream('a paid call', {}, paidAll),
  upstream('the mutation answers 422', { forward: answering(422) }, { status: 422, ledger: ['released'] }),
  upstream('the mutation answers 500', { forward: answering(500) }, { status: 500, ledger: ['released'] }),
  upstream('the mutation answers 302', { forward: answering(302) }, { status: 502, ledger: ['burned'] }),
  upstream(
    'the connection to the mutation is lost',
    { forward: () => Promise.reject(new Error('socket hang up')) },
    { status: 502, ledger: ['burned'] },
  ),
  upstream(
    'the mutation takes too long',
    { forward: () => new Promise(() => {}), maxTimeoutSeconds: 0.2 },
    { status: 504, ledger: ['burned'] },
  ),
  upstream(
    'the mutation reports an error in-band that could not be foreseen: paid all the same',
    { forward: async () => ({ status: 200, body: { data: null }, inBandError: 'CONFLICT' }) },
    paidAll,
  ),
  {
    row: 'a call that would be refused: it does not run, and the payment stays unused',
    async run({ pay, call }) {
      const query = `mutation { decryptDataKey(oclId: "${UNKNOWN_LAB}", ref: "did:a:b") { error { code } } }`;
      const answer = await call(await pay(), { mutation: 'decryptDataKey', body: { query } });
      expect(answer.body.errors[0].errorType).toBe('NOT_FOUND');
      return answer;
    },
    status: 404,
    reason: 'OCL_NOT_FOUND',
    ledger: ['released'],
  },
  {
    row: 'a failed call again with the same payment',
    async run({ pay, call, script }) {
      const payment = await pay();
      script({ forward: answering(503) });
      await call(payment);
      script({});
      return call(payment);
    },
    status: 200,
    settlement: true,
    ran: 2,
    paid: 1,
    ledger: ['released', 'settled'],
  },
  {
    row: 'a failed call again, and again, and again',
    async run({ pay, call, script }) {
      const payment = await pay();
      script({ forward: answering(503) });
      for (let time = 0; time < 3; time += 1) expect((await call(payment)).status).toBe(503);
      script({});
      return call(payment);
    },
    status: 402,
    error: 'payment_attempts_exhausted',
    ran: 3,
    ledger: ['released', 'released', 'released'],
  },
  {
    row: 'the payment of a failed call for another one',
    async run({ pay, call, script }) {
      const payment = await pay();
      script({ forward: answering(503) });
      await call(payment);
      script({});
      return call(payment, { body: { query: 'mutation { generateDataEncryptionKey { plaintextDEK } }' } });
    },
    status: 402,
    error: 'payment_bound_to_another_request',
    ran: 1,
    ledger: ['released'],
  },
  {
    row: 'a payment that was used',
    async run({ pay, call }) {
      const payment = await pay();
      expect((await call(payment)).status).toBe(200);
      return call(payment);
    },
    status: 402,
    error: 'payment_already_used',
    settlement: true,
    ran: 1,
    paid: 1,
    ledger: ['settled'],
  },
  {
    row: 'a payment that was used, its nonce and payer in capitals',
    async run({ pay, call }) {
      const payment = await pay();
      expect((await call(payment)).status).toBe(200);
      const { authorization, ...rest } = payment.payload as { authorization: Record<string, string> };
      const shout = (hex = '') => `0x${hex.slice(2).toUpperCase()}`;
      const shouted = {
        ...authorization,
        nonce: shout(authorization.nonce),
        from: shout(authorization.from),
      };
      return call({ ...payment, payload: { ...rest, authorization: shouted } });
    },
    status: 402,
    error: 'payment_already_used',
    settlement: true,
    ran: 1,
    paid: 1,
    ledger: ['settled'],
  },
  {
    row: 'an amount with leading zeros is the same amount',
    async run({ pay, call }) {
      const payment = await pay();
      const { authorization, ...rest } = payment.payload as { authorization: Record<string, string> };
      const padded = { ...authorization, value: `000${authorization.value}` };
      return call({ ...payment, payload: { ...rest, authorization: padded } });
    },
    ...paidAll,
  },
  {
    row: 'a payment whose call was burned',
    async run({ pay, call, script }) {
      const payment = await pay();
      script({ forward: answering(302) });
      await call(payment);
      script({});
      return call(payment);
    },
    status: 402,
    error: 'payment_already_used',
    ran: 1,
    ledger: ['burned'],
  },
  {
    row: 'a second payment while the first is open: both run',
    async run({ pay, call, script, forward }) {
      const entered = Promise.withResolvers<void>();
      const leave = Promise.withResolvers<void>();
      script({
        async forward(...args) {
          entered.resolve();
          await leave.promise;
          return forward(...args);
        },
      });
      const first = call(await pay());
      await entered.promise;
      script({});
      const second = await call(await pay());
      leave.resolve();
      expect((await first).status).toBe(200);
      return second;
    },
    status: 200,
    settlement: true,
    ran: 2,
    paid: 2,
    ledger: ['settled', 'settled'],
  },
  {
    row: "somebody else's address in the body changes nothing",
    async run({ payer, pay, call, service }) {
      const body = {
        query: 'mutation { generateDataEncryptionKey { plaintextDEK } }',
        payerAddress: randomAddress(),
      };
      const answer = await call(await pay(), { body });
      await expectKeyOf(service, payer.address);
      return answer;
    },
    ...paidAll,
  },
  {
    row: "a victim's token, address and cookie in the headers change nothing",
    async run({ payer, pay, call, service }) {
      const victim = await fundedWallet();
      const headers = {
        authorization: service.credential,
        'x-service-token': (await signIn(service, victim)).token,
        'x-wallet-address': victim.address,
        cookie: `wallet=${victim.address}`,
      };
      const answer = await call(await pay(), { headers });
      await expectKeyOf(service, payer.address);
      return answer;
    },
    ...paidAll,
  },
];

async function expectKeyOf({ context }: GatewayFixture['service'], wallet: Address): Promise<void> {
  const { rows } = await context.db.execute(
    sql`select issued_to from data_keys order by issued_at desc limit 1`,
  );
  expect(rows).toEqual([{ issued_to: wallet.toLowerCase() }]);
}
