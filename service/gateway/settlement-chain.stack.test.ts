import { randomBytes } from 'node:crypto';
import { devStablecoinAbi } from '@labroom/contracts/abi';
import type { EmbeddedFacilitator } from '@labroom/payments/facilitators/embedded-facilitator.ts';
import { signedPayment } from '@labroom/testing/sign-payment.ts';
import { chainAt, facilitatorAt, submit } from '@labroom/testing/test-facilitator.ts';
import { mintStablecoins, PRICE, randomAddress, testRequirements } from '@labroom/testing/test-payment.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { type Address, bytesToHex, type Hex, parseSignature } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';

const chain = chainAt();
/** Pays the gas. */
let account: TestWallet;
let payer: TestWallet;
let facilitator: EmbeddedFacilitator;
beforeAll(async () => {
  account = await fundedWallet();
  payer = await fundedWallet();
  await mintStablecoins(payer, payer.address, 100n * PRICE);
  facilitator = facilitatorAt(account);
});

const transactionsSent = () => chain.node.getTransactionCount({ address: account.address });

describe('what happens between verifying and settling', () => {
  test('a payer without the money: failed, and nothing is sent', async () => {
    const requirements = testRequirements();
    const drained = await fundedWallet();
    await mintStablecoins(drained, drained.address, PRICE);
    const payment = await signedPayment(drained, requirements);
    expect((await facilitator.verify(payment, requirements)).kind).toBe('valid');
    await submit(drained, await signedPayment(drained, testRequirements()));
    const before = await transactionsSent();
    expect(await facilitator.settle(payment, requirements)).toEqual({
      kind: 'failed',
      reason: 'invalid_exact_evm_insufficient_balance',
      transaction: null,
    });
    expect(await transactionsSent()).toBe(before);
  });

  test('another process sent it: settled by that transaction', async () => {
    const requirements = testRequirements();
    const payment = await signedPayment(payer, requirements);
    const transaction = await submit(payer, payment);
    expect(await facilitator.settle(payment, requirements)).toMatchObject({ kind: 'settled', transaction });
    expect(await facilitator.reconcile(payment, requirements, null)).toMatchObject({
      kind: 'settled',
      transaction,
    });
  });

  test('the nonce paid another payee: failed, also if another payment moved the same amount to payTo', async () => {
    const requirements = testRequirements();
    const payment = await signedPayment(payer, requirements);
    const { nonce } = payment.payload.authorization as { nonce: Hex };
    await submit(payer, await signedPayment(payer, requirements, { nonce, to: randomAddress() }));
    await facilitator.settle(await signedPayment(payer, requirements), requirements);
    expect(await facilitator.settle(payment, requirements)).toEqual({
      kind: 'failed',
      reason: 'authorization_spent_elsewhere',
      transaction: null,
    });
  });

  test('the payer cancelled it: failed', async () => {
    const requirements = testRequirements();
    const payment = await signedPayment(payer, requirements);
    const { nonce } = payment.payload.authorization as { nonce: Hex };
    const signature = await payer.signTypedData({
      domain: { ...requirements.extra, chainId: 31337, verifyingContract: requirements.asset as Address },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: payer.address, nonce },
    });
    const { r, s, v } = parseSignature(signature);
    await chainOf(payer).write({
      address: requirements.asset as Address,
      abi: devStablecoinAbi,
      functionName: 'cancelAuthorization',
      args: [payer.address, nonce, Number(v), r, s],
    });
    expect(await facilitator.settle(payment, requirements)).toMatchObject({
      kind: 'failed',
      reason: 'authorization_spent_elsewhere',
    });
  });

  test('it expired unused: failed', async () => {
    const requirements = testRequirements();
    const validBefore = BigInt(Math.floor(Date.now() / 1000) - 1);
    const payment = await signedPayment(payer, requirements, { validBefore });
    expect(await facilitator.reconcile(payment, requirements, null)).toEqual({
      kind: 'failed',
      reason: 'authorization_expired',
      transaction: null,
    });
  });

  test('not used yet: unknown; a transaction without a transfer: failed', async () => {
    const requirements = testRequirements();
    const payment = await signedPayment(payer, requirements);
    const pending = { kind: 'unknown', reason: 'settlement_pending' };
    const missing = bytesToHex(randomBytes(32));
    expect(await facilitator.reconcile(payment, requirements, null)).toMatchObject(pending);
    expect(await facilitator.reconcile(payment, requirements, missing)).toMatchObject({
      ...pending,
      transaction: missing,
    });
    const other = await facilitator.settle(await signedPayment(payer, requirements), requirements);
    expect(await facilitator.reconcile(payment, requirements, other.transaction)).toMatchObject({
      kind: 'failed',
      reason: 'transaction_without_transfer',
    });
  });
});
