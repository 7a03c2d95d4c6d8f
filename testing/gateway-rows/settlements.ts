import { RemoteFacilitator } from '@labroom/payments/facilitators/remote-facilitator.ts';
import { settleOpenCalls } from '@labroom/service/gateway/jobs/settle-open-calls.ts';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { expect } from 'vitest';
import type { Row } from '../gateway-table.ts';
import { permit2Payment as anotherPermit2Payment, signedPayment } from '../sign-payment.ts';
import { chainAt, submit } from '../test-facilitator.ts';
import { callsOf, endWait } from '../test-gateway.ts';
import { PRICE, randomAddress } from '../test-payment.ts';
import { fundedWallet } from '../test-wallets.ts';
import { lost, paidAll, pending, permit2Payment, remotely, upstream } from './row-builders.ts';

/** Response of a facilitator that settled. */
const success = { success: true, transaction: `0x${'11'.repeat(32)}`, network: 'eip155:31337' };

/** Outcomes of a served call by the outcome of its settlement. */
export const settlements: Row[] = [
  upstream(
    'the settlement is refused',
    { settle: async () => ({ kind: 'failed', reason: 'insufficient_funds', transaction: null }) },
    { status: 402, error: 'insufficient_funds', settlement: 'insufficient_funds', ledger: ['failed'] },
  ),
  {
    row: 'a call whose settlement failed again with the same payment',
    async run({ payer, service, pay, call, script }) {
      const payment = await pay();
      script({ settle: async () => ({ kind: 'failed', reason: 'no_gas', transaction: null }) });
      await call(payment);
      script({});
      await endWait(service.context.db, payer);
      return call(payment);
    },
    status: 200,
    settlement: true,
    ran: 2,
    paid: 1,
    ledger: ['failed', 'settled'],
  },
  {
    row: 'a call right after one that was not paid',
    async run({ pay, call, script }) {
      script({ settle: async () => ({ kind: 'failed', reason: 'insufficient_funds', transaction: null }) });
      await call(await pay());
      script({ verify: () => Promise.reject(new Error('The facilitator was asked')) });
      const answer = await call(await pay());
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(20);
      return answer;
    },
    status: 402,
    error: 'payer_has_unpaid_calls',
    ran: 1,
    ledger: ['failed'],
  },
  {
    row: 'the facilitator names the transaction of an earlier call',
    isRemote: true,
    async run({ pay, call, remote }) {
      const first = await call(await pay());
      remote.settle = { says: { ...success, transaction: first.settlement?.transaction } };
      return call(await pay());
    },
    status: 200,
    settlement: 'settlement_pending',
    ran: 2,
    paid: 1,
    ledger: ['settled', 'unknown'],
  },
  {
    row: 'the facilitator names the transaction of an earlier call, for Permit2',
    isRemote: true,
    async run({ payer, pay, call, remote, allow }) {
      const { accepted } = await pay();
      await allow();
      const first = await call(await permit2Payment(payer, accepted));
      expect(first.settlement?.success).toBe(true);
      // In capitals, as the hash of the same transaction may be written.
      const transaction = `0x${first.settlement?.transaction.slice(2).toUpperCase()}`;
      remote.settle = { says: { ...success, transaction } };
      return call(await anotherPermit2Payment(payer, accepted));
    },
    status: 200,
    settlement: 'settlement_pending',
    ran: 2,
    paid: 1,
    ledger: ['settled', 'unknown'],
  },
  {
    row: 'the facilitator names an EIP-3009 transfer of the payer, for Permit2',
    isRemote: true,
    async run({ payer, pay, call, remote }) {
      const payment = await pay();
      const transaction = await submit(await fundedWallet(), payment);
      remote.settle = { says: { ...success, transaction } };
      return call(await permit2Payment(payer, payment.accepted));
    },
    status: 200,
    settlement: 'settlement_pending',
    ran: 1,
    paid: 1,
    ledger: ['unknown'],
  },
  {
    row: 'the facilitator hangs while settling',
    isRemote: true,
    async run({ pay, call, remote, script }) {
      script({ facilitatorMs: 200 });
      remote.settle = 'hangs';
      return call(await pay());
    },
    status: 200,
    settlement: 'settlement_pending',
    ran: 1,
    ledger: ['unknown'],
  },
  {
    row: 'the node hangs while the settlement is looked up',
    async run({ pay, call, script }) {
      script({ settle: async () => lost, reconcile: () => new Promise(() => {}), facilitatorMs: 200 });
      return call(await pay());
    },
    status: 200,
    settlement: 'settlement_pending',
    ran: 1,
    ledger: ['unknown'],
  },
  {
    row: 'the answer of a settlement comes after the deadline',
    isRemote: true,
    async run({ payer, pay, call, remote, script, service }) {
      const released = Promise.withResolvers<void>();
      script({ facilitatorMs: 200 });
      remote.settle = { until: released.promise };
      const answer = await call(await pay());
      released.resolve();
      await expect.poll(async () => (await callsOf(service, payer))[0]?.state).toBe('settled');
      return answer;
    },
    status: 200,
    settlement: 'settlement_pending',
    ran: 1,
    paid: 1,
    ledger: ['settled'],
  },
  {
    row: 'the answer of a settlement comes after another process settled it',
    isRemote: true,
    async run({ pay, call, remote, script, service: { context } }) {
      const released = Promise.withResolvers<void>();
      script({ facilitatorMs: 200 });
      remote.settle = { until: released.promise };
      const answer = await call(await pay());
      remote.settle = 'honest';
      const facilitator = new RemoteFacilitator({ url: remote.url, headers: {}, chain: chainAt() });
      await context.db.execute(sql`update paid_calls set next_look_at = now() where state = 'unknown'`);
      await settleOpenCalls({ ...context, facilitator }, pino({ enabled: false }));
      released.resolve();
      await remote.idle();
      return answer;
    },
    status: 200,
    settlement: 'settlement_pending',
    ran: 1,
    paid: 1,
    ledger: ['settled'],
  },
  {
    row: 'the payer spends the money during the call',
    async run({ payer, pay, call, script, forward }) {
      const payment = await pay();
      const all = { ...payment.accepted, amount: String(3n * PRICE), payTo: randomAddress() };
      const away = await signedPayment(payer, all);
      script({
        async forward(...args) {
          await submit(await fundedWallet(), away);
          return forward(...args);
        },
      });
      return call(payment);
    },
    status: 402,
    error: 'invalid_exact_evm_insufficient_balance',
    settlement: 'invalid_exact_evm_insufficient_balance',
    ran: 1,
    ledger: ['failed'],
  },
  {
    row: 'somebody else submits the payment first',
    async run({ pay, call, script, forward }) {
      const payment = await pay();
      script({
        async forward(...args) {
          await submit(await fundedWallet(), payment);
          return forward(...args);
        },
      });
      return call(payment);
    },
    ...paidAll,
  },
  remotely('a remote facilitator settles', {}, paidAll),
  remotely('it says that it settled, and did not', { settle: { says: success } }, pending),
  {
    row: 'a payment by Permit2, where a facilitator knows how',
    isRemote: true,
    async run({ payer, pay, call, allow }) {
      const { accepted } = await pay();
      await allow();
      return call(await permit2Payment(payer, accepted));
    },
    ...paidAll,
  },
  upstream(
    'the facilitator is lost, and the chain knows nothing',
    { settle: async () => lost, reconcile: async () => lost },
    { status: 200, settlement: 'settlement_pending', ledger: ['unknown'] },
  ),
  {
    row: 'a payment that is pending, again',
    async run({ pay, call, script }) {
      const payment = await pay();
      script({ settle: async () => lost, reconcile: async () => lost });
      await call(payment);
      return call(payment);
    },
    status: 402,
    error: 'payment_already_used',
    settlement: 'settlement_pending',
    ran: 1,
    ledger: ['unknown'],
  },
  {
    row: 'a payment that was pending is settled by the worker',
    async run({ pay, call, script, service }) {
      script({ settle: async () => lost, reconcile: async () => lost });
      const answer = await call(await pay());
      script({});
      const { context } = service;
      await context.db.execute(sql`update paid_calls set next_look_at = now() where state = 'unknown'`);
      await settleOpenCalls(context, pino({ enabled: false }));
      return answer;
    },
    status: 200,
    settlement: 'settlement_pending',
    ran: 1,
    paid: 1,
    ledger: ['settled'],
  },
  {
    row: 'a served call cannot be written down',
    async run({ pay, call, script, forward, claims }) {
      script({
        async forward(...args) {
          const answer = await forward(...args);
          await claims(false);
          return answer;
        },
      });
      return call(await pay()).finally(() => claims(true));
    },
    status: 503,
    settlement: 'settlement_pending',
    ran: 1,
    ledger: ['serving'],
  },
  {
    row: 'a refusal to settle cannot be written down: it may be settled yet',
    async run({ pay, call, script, claims }) {
      script({
        async settle() {
          await claims(false);
          return { kind: 'failed', reason: 'insufficient_funds', transaction: null };
        },
      });
      return call(await pay()).finally(() => claims(true));
    },
    status: 503,
    settlement: 'settlement_pending',
    ran: 1,
    ledger: ['served'],
  },
  {
    row: 'the settlement is refused when the worker has taken the call over',
    async run({ pay, call, script, service: { context } }) {
      script({
        async settle() {
          await context.db.execute(sql`update paid_calls set state = 'unknown' where state = 'served'`);
          return { kind: 'failed', reason: 'insufficient_funds', transaction: null };
        },
      });
      return call(await pay());
    },
    status: 503,
    settlement: 'settlement_pending',
    ran: 1,
    ledger: ['unknown'],
  },
  {
    row: 'a settlement cannot be written down: the chain has it, and the worker finds it there',
    async run({ pay, call, script, facilitator, claims, service: { context } }) {
      script({
        async settle(...args) {
          await claims(false);
          return facilitator.settle(...args);
        },
      });
      const answer = await call(await pay()).finally(() => claims(true));
      await context.db.execute(
        sql`update paid_calls set served_at = now() - interval '1 hour' where state = 'served'`,
      );
      await settleOpenCalls(context, pino({ enabled: false }));
      return answer;
    },
    ...paidAll,
  },
];
