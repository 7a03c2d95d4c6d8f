import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { RemoteFacilitator } from '@labroom/payments/facilitators/remote-facilitator.ts';
import { FacilitatorUnavailableError } from '@labroom/payments/payment/facilitator.ts';
import { startRelay } from '@labroom/testing/relay.ts';
import { deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import { type ScriptedFacilitator, startScriptedFacilitator } from '@labroom/testing/scripted-facilitator.ts';
import {
  paymentOf,
  permit2Payment,
  signedPayment,
  transferHash,
  transferMessage,
} from '@labroom/testing/sign-payment.ts';
import { chainAt, facilitatorAt, submit } from '@labroom/testing/test-facilitator.ts';
import {
  mintStablecoins,
  PRICE,
  randomAddress,
  stablecoinsOf,
  testRequirements,
} from '@labroom/testing/test-payment.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type Address, bytesToHex, parseAbi } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { facilitatorSuite } from './facilitator.suite.ts';

facilitatorSuite('a remote facilitator', async () => {
  const account = await fundedWallet();
  const { url, close } = await startScriptedFacilitator(account);
  const another = () => new RemoteFacilitator({ url, headers: {}, chain: chainAt() });
  return { facilitator: another(), another, sender: account.address, stop: close };
});

let scripted: ScriptedFacilitator;
let account: TestWallet;
let payer: TestWallet;
/** Confirms outcomes on the chain. */
let checked: RemoteFacilitator;
/** Trusts the facilitator, without a node. */
let trusting: RemoteFacilitator;
/** Has short timeouts. */
let hasty: RemoteFacilitator;
beforeAll(async () => {
  account = await fundedWallet();
  scripted = await startScriptedFacilitator(account);
  payer = await fundedWallet();
  await mintStablecoins(payer, payer.address, 100n * PRICE);
  const { url } = scripted;
  const headers = { 'X-Api-Key': 'key', Authorization: 'Bearer secret' };
  checked = new RemoteFacilitator({ url, headers, chain: chainAt() });
  trusting = new RemoteFacilitator({ url, headers: {}, chain: null });
  const timeouts = { verifyTimeoutMs: 50, settleTimeoutMs: 50 };
  hasty = new RemoteFacilitator({ url, headers: {}, chain: chainAt(), ...timeouts });
});
afterEach(() => {
  scripted.verify = scripted.settle = 'honest';
});
afterAll(() => scripted.close());

const tokens = (requirements: { payTo: string }) => stablecoinsOf(requirements.payTo);
const someHash = () => bytesToHex(randomBytes(32));

async function quoted(): Promise<[PaymentPayload, PaymentRequirements]> {
  const requirements = testRequirements();
  return [await signedPayment(payer, requirements), requirements];
}

describe('a facilitator that works', () => {
  test('verifies and settles, and receives the requirements and configured headers', async () => {
    const [payment, requirements] = await quoted();
    const told = { ...payment, accepted: { ...requirements, amount: '1' } };
    const before = scripted.asked.length;
    expect(await checked.verify(told, requirements)).toEqual({
      kind: 'valid',
      payer: payer.address.toLowerCase(),
    });
    expect((await checked.settle(told, requirements)).kind).toBe('settled');
    expect(await tokens(requirements)).toBe(PRICE);
    for (const { headers, body } of scripted.asked.slice(before)) {
      expect(headers).toMatchObject({ 'x-api-key': 'key', authorization: 'Bearer secret' });
      expect(body.paymentRequirements).toEqual(requirements);
    }
  });

  test('is called once for concurrent settlements of one payment', async () => {
    const [payment, requirements] = await quoted();
    const before = scripted.asked.length;
    const outcomes = await Promise.all([1, 2, 3].map(() => trusting.settle(payment, requirements)));
    expect(new Set(outcomes.map(({ transaction }) => transaction)).size).toBe(1);
    expect(scripted.asked.length).toBe(before + 1);
  });

  test('settles Permit2, which the receipt confirms', async () => {
    const requirements = testRequirements();
    await chainOf(payer).write({
      address: requirements.asset as Address,
      abi: parseAbi(['function approve(address, uint256) returns (bool)']),
      functionName: 'approve',
      args: [account.address, 2n * PRICE],
    });
    const payment = await permit2Payment(payer, requirements);
    expect(await checked.verify(payment, requirements)).toEqual({
      kind: 'valid',
      payer: payer.address.toLowerCase(),
    });
    expect((await checked.settle(payment, requirements)).kind).toBe('settled');
    expect(await tokens(requirements)).toBe(PRICE);
    const elsewhere = testRequirements();
    expect(await checked.verify(payment, elsewhere)).toEqual({
      kind: 'invalid',
      reason: 'invalid_permit2_recipient_mismatch',
    });
  });
});

describe('a facilitator that redirects', () => {
  test('is not followed: the other host receives neither headers nor payments and decides nothing', async () => {
    const reached: (string | undefined)[] = [];
    const elsewhere = await listen(
      createServer((request, response) => {
        reached.push(String(request.headers['x-api-key']));
        const says = {
          isValid: true,
          payer: payer.address,
          success: true,
          transaction: someHash(),
          network: 'eip155:31337',
        };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(says));
      }),
    );
    const sending = await listen(
      createServer(({ url }, response) => {
        response.writeHead(307, { location: `http://localhost:${elsewhere.port}${url}` }).end();
      }),
    );
    const facilitator = new RemoteFacilitator({
      url: sending.url,
      headers: { 'X-Api-Key': 'key' },
      chain: null,
    });
    const [payment, requirements] = await quoted();
    await expect(facilitator.verify(payment, requirements)).rejects.toThrow(FacilitatorUnavailableError);
    expect((await facilitator.settle(payment, requirements)).kind).toBe('unknown');
    expect(reached).toEqual([]);
    for (const server of [elsewhere, sending]) await server.close();
  });
});

describe('verifying at a facilitator', () => {
  test.each([
    ['is down', 'down'],
    ['fails', { says: { error: 'oops' }, status: 500 }],
    ['fails with an answer', { says: { isValid: false, invalidReason: 'oops' }, status: 503 }],
    ['wants other credentials', { says: 'unauthorized', status: 401 }],
    ['talks of something else', { says: '<html>' }],
    ['gives half an answer', { says: { valid: true } }],
    ['names no payer', { says: { isValid: true } }],
    ['names a payer that is none', { says: { isValid: true, payer: '0x12' } }],
  ] as const)('that %s decides nothing', async (_, fault) => {
    const [payment, requirements] = await quoted();
    scripted.verify = fault;
    await expect(checked.verify(payment, requirements)).rejects.toThrow(FacilitatorUnavailableError);
  });

  test.each([
    [
      'a reason',
      { isValid: false, invalidReason: 'invalid_exact_evm_signature' },
      200,
      'invalid_exact_evm_signature',
    ],
    ['a 4xx', { isValid: false, invalidReason: 'insufficient_funds' }, 400, 'insufficient_funds'],
    ['no reason', { isValid: false }, 200, 'unexpected_verify_error'],
    [
      'a long text',
      { isValid: false, invalidReason: 'Error at https://rpc.example/key' },
      200,
      'unexpected_verify_error',
    ],
  ])('that refuses with %s gives a short code', async (_, says, status, reason) => {
    const [payment, requirements] = await quoted();
    scripted.verify = { says, status };
    expect(await checked.verify(payment, requirements)).toEqual({ kind: 'invalid', reason });
  });

  test('that returns a wrong result for payer, amount, payee or signature is not trusted', async () => {
    const [payment, requirements] = await quoted();
    scripted.verify = { says: { isValid: true, payer: randomAddress() } };
    expect(await checked.verify(payment, requirements)).toEqual({
      kind: 'invalid',
      reason: 'payer_mismatch',
    });

    scripted.verify = { says: { isValid: true, payer: payer.address } };
    const cheap = await signedPayment(payer, requirements, { value: 1n });
    expect((await trusting.verify(cheap, requirements)).kind).toBe('invalid');
    const elsewhere = await signedPayment(payer, requirements, { to: randomAddress() });
    expect((await trusting.verify(elsewhere, requirements)).kind).toBe('invalid');

    const outsider = await fundedWallet();
    const forged = await signedPayment(outsider, requirements, { from: payer.address });
    expect(await checked.verify(forged, requirements)).toEqual({
      kind: 'invalid',
      reason: 'invalid_exact_evm_signature',
    });
  });

  test('that accepts the signature of a contract is checked on the chain', async () => {
    const requirements = testRequirements();
    const safe = await deploySafe(chainOf(account), [account.address]);
    const message = transferMessage(safe, requirements);
    const signature = await signAsSafe(account, safe, transferHash(message, requirements));
    scripted.verify = { says: { isValid: true, payer: safe } };
    const valid = paymentOf(message, signature, requirements);
    expect((await checked.verify(valid, requirements)).kind).toBe('valid');
    const junk = paymentOf(message, bytesToHex(randomBytes(65)), requirements);
    expect((await checked.verify(junk, requirements)).kind).toBe('invalid');
    const relay = await startRelay(chainReader().transport.url ?? '');
    relay.cut();
    const blind = new RemoteFacilitator({ url: scripted.url, headers: {}, chain: chainAt(relay.url) });
    await expect(blind.verify(valid, requirements)).rejects.toThrow(FacilitatorUnavailableError);
    await relay.close();
  });
});

describe('settling at a facilitator', () => {
  test.each(['lost', 'pending'] as const)(
    'whose answer is %s after it settled: the chain knows; without a node it is unknown',
    async (fault) => {
      const [payment, requirements] = await quoted();
      scripted.settle = fault;
      const outcome = await checked.settle(payment, requirements);
      expect(outcome).toMatchObject({ kind: 'settled', transaction: expect.stringMatching(/^0x/) });
      expect(await tokens(requirements)).toBe(PRICE);
      expect((await trusting.settle(payment, requirements)).kind).toBe('unknown');
    },
  );

  test('that settles and does not respond: unknown, until the chain is read', async () => {
    const [payment, requirements] = await quoted();
    scripted.settle = 'late';
    const patient = new RemoteFacilitator({
      url: scripted.url,
      headers: {},
      chain: null,
      settleTimeoutMs: 1_000,
    });
    expect(await patient.settle(payment, requirements)).toMatchObject({ kind: 'unknown' });
    await scripted.idle();
    expect((await checked.reconcile(payment, requirements, null)).kind).toBe('settled');
    expect(await tokens(requirements)).toBe(PRICE);
  });

  test('that does not respond in time: unknown', async () => {
    const [payment, requirements] = await quoted();
    scripted.settle = 'hangs';
    expect(await hasty.settle(payment, requirements)).toMatchObject({ kind: 'unknown', transaction: null });
  });

  test.each([
    ['is down', 'down'],
    ['fails', { says: 'oops', status: 500 }],
    [
      'fails with an answer',
      { says: { success: false, errorReason: 'invalid_payload', transaction: '' }, status: 502 },
    ],
    ['wants other credentials', { says: {}, status: 403 }],
    ['talks of something else', { says: '<html>' }],
    ['gives half an answer', { says: { success: true } }],
    ['says yes without a transaction', { says: { success: true, transaction: '', network: 'eip155:31337' } }],
    [
      'says yes with a 4xx',
      { says: { success: true, transaction: '', network: 'eip155:31337' }, status: 400 },
    ],
    ['has no reason', { says: { success: false, transaction: '', network: 'eip155:31337' } }],
    [
      'may have lost its own transaction',
      {
        says: {
          success: false,
          errorReason: 'invalid_exact_evm_transaction_failed',
          transaction: '',
          network: '',
        },
      },
    ],
  ] as const)('that %s leaves it unknown', async (_, fault) => {
    const [payment, requirements] = await quoted();
    scripted.settle = fault;
    expect(await checked.settle(payment, requirements)).toMatchObject({ kind: 'unknown', transaction: null });
    expect(await trusting.settle(payment, requirements)).toMatchObject({
      kind: 'unknown',
      transaction: null,
    });
    scripted.settle = 'honest';
    expect((await checked.settle(payment, requirements)).kind).toBe('settled');
  });

  test('that names an unknown transaction: unknown; one without a transfer: failed', async () => {
    const [payment, requirements] = await quoted();
    const says = { success: true, network: 'eip155:31337', payer: payer.address };
    const transaction = someHash();
    scripted.settle = { says: { ...says, transaction } };
    expect(await checked.settle(payment, requirements)).toMatchObject({ kind: 'unknown', transaction });
    expect(await trusting.settle(payment, requirements)).toMatchObject({ kind: 'settled', transaction });

    const other = await submit(payer, await signedPayment(payer, requirements));
    scripted.settle = { says: { ...says, transaction: other } };
    expect(await checked.settle(payment, requirements)).toEqual({
      kind: 'failed',
      reason: 'transaction_without_transfer',
      transaction: other,
    });
  });

  test('that reports another payer or network is not trusted', async () => {
    const [payment, requirements] = await quoted();
    const says = { success: true, transaction: someHash(), network: 'eip155:31337' };
    scripted.settle = { says: { ...says, payer: randomAddress() } };
    expect(await trusting.settle(payment, requirements)).toMatchObject({ reason: 'payer_mismatch' });
    scripted.settle = { says: { ...says, network: 'eip155:8453' } };
    expect(await trusting.settle(payment, requirements)).toMatchObject({ reason: 'network_mismatch' });
  });

  test('that rejects: failed with its reason, unless the chain shows the payment', async () => {
    const [payment, requirements] = await quoted();
    const says = {
      success: false,
      errorReason: 'insufficient_funds',
      transaction: '',
      network: 'eip155:31337',
    };
    scripted.settle = { says };
    const refused = { kind: 'failed', reason: 'insufficient_funds', transaction: null };
    expect(await checked.settle(payment, requirements)).toEqual(refused);
    expect(await trusting.settle(payment, requirements)).toEqual(refused);
    scripted.settle = { says, status: 402 };
    expect(await trusting.settle(payment, requirements)).toEqual(refused);
    const transaction = await submit(payer, payment);
    expect(await checked.settle(payment, requirements)).toMatchObject({ kind: 'settled', transaction });
  });

  test('that reports a used authorization: settled if this payment used it, unknown without a node', async () => {
    const [payment, requirements] = await quoted();
    const transaction = await submit(payer, payment);
    scripted.settle = {
      says: {
        success: false,
        errorReason: 'invalid_exact_evm_nonce_already_used',
        transaction: '',
        network: 'eip155:31337',
      },
    };
    expect(await checked.settle(payment, requirements)).toMatchObject({ kind: 'settled', transaction });
    expect(await trusting.settle(payment, requirements)).toMatchObject({ kind: 'unknown' });
    expect(await trusting.reconcile(payment, requirements, null)).toMatchObject({ kind: 'unknown' });
  });
});

test('a second facilitator finds a payment settled by the first', async () => {
  const [payment, requirements] = await quoted();
  const first = await facilitatorAt(payer).settle(payment, requirements);
  expect(await checked.settle(payment, requirements)).toEqual(first);
});
