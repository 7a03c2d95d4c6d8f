import { FacilitatorUnavailableError } from '@labroom/payments/payment/facilitator.ts';
import { type Relay, startRelay } from '@labroom/testing/relay.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import { paymentOf, signedPayment, transferHash, transferMessage } from '@labroom/testing/sign-payment.ts';
import { chainAt, facilitatorAt } from '@labroom/testing/test-facilitator.ts';
import { mintStablecoins, PRICE, stablecoinsOf, testRequirements } from '@labroom/testing/test-payment.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyNode, hangUp, startFaultyNode } from '../chain/faulty-node.fixture.ts';

const chain = chainAt();
let relay: Relay;
let node: FaultyNode;
/** Pays the gas. */
let account: TestWallet;
let payer: TestWallet;
beforeAll(async () => {
  relay = await startRelay(requireStack('rpcUrl'));
  node = await startFaultyNode(requireStack('rpcUrl'));
  account = await fundedWallet();
  payer = await fundedWallet();
  await mintStablecoins(payer, payer.address, 10n * PRICE);
});
afterEach(() => node.fail(null));
afterAll(async () => {
  await relay.close();
  await node.stop();
});

const transactionsSent = () => chain.node.getTransactionCount({ address: account.address });
const tokens = (requirements: { payTo: string }) => stablecoinsOf(requirements.payTo);

describe('a node that fails', () => {
  test('decides nothing while the chain cannot be reached, for keys and contracts; settles afterwards', async () => {
    const requirements = testRequirements();
    const cut = facilitatorAt(account, { rpcUrl: relay.url });
    const owner = await fundedWallet();
    const safe = await deploySafe(chainOf(owner), [owner.address]);
    await mintStablecoins(owner, safe, PRICE);
    const message = transferMessage(safe, requirements);
    const signature = await signAsSafe(owner, safe, transferHash(message, requirements));
    const payments = [await signedPayment(payer, requirements), paymentOf(message, signature, requirements)];
    relay.cut();
    for (const payment of payments) {
      await expect(cut.verify(payment, requirements)).rejects.toThrow(FacilitatorUnavailableError);
      expect(await cut.settle(payment, requirements)).toMatchObject({ kind: 'unknown', transaction: null });
      expect(await cut.reconcile(payment, requirements, null)).toMatchObject({ kind: 'unknown' });
    }
    relay.mend();
    for (const payment of payments)
      expect(await cut.settle(payment, requirements)).toMatchObject({ kind: 'settled' });
    expect(await tokens(requirements)).toBe(2n * PRICE);
  });

  test('settles by one transaction if the response to the broadcast is lost', async () => {
    const requirements = testRequirements();
    const payment = await signedPayment(payer, requirements);
    const before = await transactionsSent();
    node.fail((request, response, incoming) => {
      if (request.method !== 'eth_sendRawTransaction') return false;
      void forward(request).then(() => hangUp(request, response, incoming));
      return true;
    });
    const outcome = await facilitatorAt(account, { rpcUrl: node.rpcUrl }).settle(payment, requirements);
    expect(outcome.kind).toBe('settled');
    expect(await transactionsSent()).toBe(before + 1);
    expect(await tokens(requirements)).toBe(PRICE);
  });

  test('returns unknown with the transaction if the broadcast did not arrive; the next attempt sends it', async () => {
    const requirements = testRequirements();
    const payment = await signedPayment(payer, requirements);
    const patient = facilitatorAt(account, { rpcUrl: node.rpcUrl, confirmationMs: 50 });
    node.fail((request, ...rest) => request.method === 'eth_sendRawTransaction' && hangUp(request, ...rest));
    const lost = await patient.settle(payment, requirements);
    expect(lost).toMatchObject({ kind: 'unknown', transaction: expect.stringMatching(/^0x/) });
    node.fail(null);
    expect(await patient.reconcile(payment, requirements, lost.transaction)).toEqual(lost);
    expect((await patient.settle(payment, requirements)).kind).toBe('settled');
    expect(await tokens(requirements)).toBe(PRICE);
  });

  test('returns unknown if the transaction is not mined in time; the next attempt finds it and sends no other', async () => {
    const requirements = testRequirements();
    const payment = await signedPayment(payer, requirements);
    const hasty = facilitatorAt(account, { rpcUrl: node.rpcUrl, confirmationMs: 50 });
    const before = await transactionsSent();
    const hidden = new Set(['eth_getTransactionReceipt', 'eth_call', 'eth_getLogs']);
    node.fail((request, ...rest) => hidden.has(request.method) && hangUp(request, ...rest));
    const pending = await hasty.settle(payment, requirements);
    expect(pending).toMatchObject({ kind: 'unknown' });
    node.fail(null);
    const found = await hasty.settle(payment, requirements);
    expect(found).toMatchObject({ kind: 'settled', transaction: pending.transaction });
    expect(await transactionsSent()).toBe(before + 1);
  });

  async function forward(request: object): Promise<void> {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(requireStack('rpcUrl'), {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', ...request }),
    });
  }
});
