import { randomBytes } from 'node:crypto';
import type { Facilitator } from '@labroom/payments/payment/facilitator.ts';
import { actAsSafe, deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import { paymentOf, signedPayment, transferHash, transferMessage } from '@labroom/testing/sign-payment.ts';
import {
  mintStablecoins,
  PRICE,
  randomAddress,
  stablecoinsOf,
  testRequirements,
} from '@labroom/testing/test-payment.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { type Address, bytesToHex, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A facilitator that settles on the chain of this run. */
interface SuiteFacilitator {
  facilitator: Facilitator;
  another(): Facilitator;
  sender: Address;
  stop?(): Promise<void>;
}

/** Contract tests that every facilitator must pass. */
export function facilitatorSuite(name: string, start: () => Promise<SuiteFacilitator>): void {
  describe(name, () => {
    let running: SuiteFacilitator;
    let facilitator: Facilitator;
    let payer: TestWallet;
    beforeAll(async () => {
      running = await start();
      facilitator = running.facilitator;
      payer = await fundedWallet();
      await mintStablecoins(payer, payer.address, 100n * PRICE);
    });
    afterAll(() => running.stop?.());

    const tokens = (requirements: { payTo: string }) => stablecoinsOf(requirements.payTo);

    test('returns the payer in lower case', async () => {
      const requirements = testRequirements();
      const payment = await signedPayment(payer, requirements);
      expect(await facilitator.verify(payment, requirements)).toEqual({
        kind: 'valid',
        payer: payer.address.toLowerCase(),
      });
    });

    const now = BigInt(Math.floor(Date.now() / 1000));
    test.each([
      ['another amount', { value: PRICE - 1n }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
      ['another payee', { to: randomAddress() }, 'invalid_exact_evm_recipient_mismatch'],
      ['an expired one', { validBefore: now - 60n }, 'invalid_exact_evm_payload_authorization_valid_before'],
      [
        'one of the future',
        { validAfter: now + 600n },
        'invalid_exact_evm_payload_authorization_valid_after',
      ],
      ['somebody else as payer', { from: randomAddress() }, 'invalid_exact_evm_signature'],
    ])('refuses %s', async (_, changes, reason) => {
      const requirements = testRequirements();
      const payment = await signedPayment(payer, requirements, changes);
      expect(await facilitator.verify(payment, requirements)).toEqual({ kind: 'invalid', reason });
      expect(await facilitator.settle(payment, requirements)).toMatchObject({
        kind: 'failed',
        transaction: null,
      });
    });

    test('rejects a used authorization and an empty wallet with different reasons', async () => {
      const requirements = testRequirements();
      const used = await signedPayment(payer, requirements);
      expect((await facilitator.settle(used, requirements)).kind).toBe('settled');
      expect(await facilitator.verify(used, requirements)).toEqual({
        kind: 'invalid',
        reason: 'invalid_exact_evm_nonce_already_used',
      });
      const poor = await signedPayment(await fundedWallet(), requirements);
      expect(await facilitator.verify(poor, requirements)).toEqual({
        kind: 'invalid',
        reason: 'invalid_exact_evm_insufficient_balance',
      });
    });

    test('rejects an invalid authorization without throwing', async () => {
      const requirements = testRequirements();
      const { payload } = await signedPayment(payer, requirements);
      const authorization = payload.authorization as object;
      const junk = [
        {},
        { authorization: null },
        { signature: '0x', authorization: {} },
        { ...payload, signature: 'abc' },
        { ...payload, authorization: { ...authorization, value: 'abc' } },
        { ...payload, authorization: { ...authorization, value: '9'.repeat(78) } },
      ];
      for (const payload of junk) {
        const payment = { x402Version: 2, accepted: requirements, payload };
        const reason = 'unsupported_payload_type';
        expect(await facilitator.verify(payment, requirements)).toEqual({ kind: 'invalid', reason });
        expect(await facilitator.settle(payment, requirements)).toEqual({
          kind: 'failed',
          reason,
          transaction: null,
        });
      }
    });

    test('settles ten different payments by ten transactions', async () => {
      const requirements = testRequirements();
      const payments = await Promise.all(
        Array.from({ length: 10 }, () => signedPayment(payer, requirements)),
      );
      const outcomes = await Promise.all(payments.map((one) => facilitator.settle(one, requirements)));
      expect(outcomes.map(({ kind }) => kind)).toEqual(Array(10).fill('settled'));
      expect(new Set(outcomes.map(({ transaction }) => transaction)).size).toBe(10);
      expect(await tokens(requirements)).toBe(10n * PRICE);
    });

    test('settles ten requests for one payment by one transaction, and returns it later, also after a restart', async () => {
      const requirements = testRequirements();
      const payment = await signedPayment(payer, requirements);
      const reader = chainReader();
      const sent = () => reader.getTransactionCount({ address: running.sender });
      const before = await sent();
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => facilitator.settle(payment, requirements)),
      );
      outcomes.push(await facilitator.settle(payment, requirements));
      outcomes.push(await running.another().settle(payment, requirements));
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
      expect(outcomes[0]?.kind).toBe('settled');
      expect(await sent()).toBe(before + 1);
      expect(await tokens(requirements)).toBe(PRICE);
    });

    test('accepts the signature of a Safe owner, and rejects an invalid one', async () => {
      const requirements = testRequirements();
      const owner = await fundedWallet();
      const safe = await deploySafe(chainOf(owner), [owner.address]);
      await mintStablecoins(owner, safe, 2n * PRICE);
      const message = transferMessage(safe, requirements);
      const signature = await signAsSafe(owner, safe, transferHash(message, requirements));
      for (const junk of [
        '0x',
        '0x1234',
        bytesToHex(randomBytes(65)),
        bytesToHex(randomBytes(200)),
      ] as Hex[]) {
        const payment = paymentOf(message, junk, requirements);
        expect(await facilitator.verify(payment, requirements)).toMatchObject({ kind: 'invalid' });
        expect(await facilitator.settle(payment, requirements)).toMatchObject({ kind: 'failed' });
      }
      const payment = paymentOf(message, signature, requirements);
      expect(await facilitator.verify(payment, requirements)).toEqual({ kind: 'valid', payer: safe });
      expect((await facilitator.settle(payment, requirements)).kind).toBe('settled');
      expect(await tokens(requirements)).toBe(PRICE);

      const drained = transferMessage(safe, requirements);
      const signed = await signAsSafe(owner, safe, transferHash(drained, requirements));
      const last = paymentOf(drained, signed, requirements);
      expect((await facilitator.verify(last, requirements)).kind).toBe('valid');
      const data = encodeFunctionData({
        abi: parseAbi(['function transfer(address, uint256)']),
        args: [owner.address, PRICE],
      });
      await actAsSafe(chainOf(owner), safe, { to: requirements.asset as Address, data });
      expect(await facilitator.settle(last, requirements)).toMatchObject({
        kind: 'failed',
        reason: 'invalid_exact_evm_insufficient_balance',
      });
    });

    test('reads the outcome of a payment with its transaction, without it, and before it was sent', async () => {
      const requirements = testRequirements();
      const payment = await signedPayment(payer, requirements);
      expect((await facilitator.reconcile(payment, requirements, null)).kind).toBe('unknown');
      const outcome = await facilitator.settle(payment, requirements);
      expect(outcome.kind).toBe('settled');
      expect(await facilitator.reconcile(payment, requirements, outcome.transaction)).toEqual(outcome);
      expect(await running.another().reconcile(payment, requirements, null)).toEqual(outcome);
    });
  });
}
