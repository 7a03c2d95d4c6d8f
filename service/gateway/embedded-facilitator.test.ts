import { randomBytes } from 'node:crypto';
import { PERMIT2_ADDRESS, x402ExactPermit2ProxyAddress } from '@x402/evm';
import {
  type Address,
  bytesToHex,
  encodeFunctionData,
  type Hex,
  parseAbi,
  serializeErc6492Signature,
} from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { chainAt, facilitatorAt } from '../testing/test-facilitator.ts';
import {
  mintStablecoins,
  PRICE,
  paymentOf,
  randomAddress,
  signedPayment,
  stablecoinsOf,
  testRequirements,
  transferHash,
  transferMessage,
} from '../testing/test-payment.ts';
import { actAsSafe, deploySafe, deploySafeFactory, futureSafe, signAsSafe } from '../testing/test-safe.ts';
import { fundedWallet, mined, type TestWallet, testChain } from '../testing/test-wallets.ts';
import { EmbeddedFacilitator } from './embedded-facilitator.ts';

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
const tokens = (requirements: { payTo: string }) => stablecoinsOf(requirements.payTo);

describe('payments at the same time', () => {
  test('ten different ones all settle, each by a transaction of its own', async () => {
    const requirements = testRequirements();
    const payments = await Promise.all(Array.from({ length: 10 }, () => signedPayment(payer, requirements)));
    const outcomes = await Promise.all(payments.map((one) => facilitator.settle(one, requirements)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(10).fill('settled'));
    expect(new Set(outcomes.map(({ transaction }) => transaction)).size).toBe(10);
    expect(await tokens(requirements)).toBe(10n * PRICE);
  });

  test('ten times the same one is one transaction; later it is known as settled, also after a restart', async () => {
    const requirements = testRequirements();
    const payment = await signedPayment(payer, requirements);
    const before = await transactionsSent();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => facilitator.settle(payment, requirements)),
    );
    outcomes.push(await facilitator.settle(payment, requirements));
    outcomes.push(await facilitatorAt(account).settle(payment, requirements));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]?.kind).toBe('settled');
    expect(await transactionsSent()).toBe(before + 1);
    expect(await tokens(requirements)).toBe(PRICE);
  });

  test('two processes with one key, and the key used elsewhere, lose none', async () => {
    const requirements = testRequirements();
    const twins = [facilitatorAt(account), facilitatorAt(account)];
    const payments = await Promise.all(Array.from({ length: 16 }, () => signedPayment(payer, requirements)));
    const send = async () => {
      const { reader, walletClient } = testChain();
      await mined(reader, await walletClient(account).sendTransaction({ to: randomAddress() }));
    };
    await twins[0]?.settle(await signedPayment(payer, requirements), requirements);
    await send();
    const outcomes = await Promise.all(
      payments.map((payment, at) => twins[at % 2]?.settle(payment, requirements)),
    );
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(Array(16).fill('settled'));
    expect(await tokens(requirements)).toBe(17n * PRICE);
  });
});

describe('verifying', () => {
  test('names the payer, in lower case', async () => {
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
    ['one of the future', { validAfter: now + 600n }, 'invalid_exact_evm_payload_authorization_valid_after'],
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

  test('refuses a used authorization and an empty purse, each by its name', async () => {
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

  test('refuses what is no authorization, without throwing', async () => {
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
      { ...payload, permit2Authorization: permit(requirements) },
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

  test('refuses Permit2, as the local chain does not have its contracts', async () => {
    const requirements = testRequirements();
    const payload = {
      signature: await payer.signMessage({ message: '' }),
      permit2Authorization: permit(requirements),
    };
    const payment = { x402Version: 2, accepted: requirements, payload };
    const reason = 'permit2_proxy_not_deployed';
    expect(await facilitator.verify(payment, requirements)).toEqual({ kind: 'invalid', reason });
    expect(await facilitator.settle(payment, requirements)).toEqual({
      kind: 'failed',
      reason,
      transaction: null,
    });
    expect(await chain.node.getCode({ address: PERMIT2_ADDRESS })).toBeUndefined();
  });

  const permit = ({ asset, payTo }: { asset: string; payTo: string }) => ({
    from: payer.address,
    spender: x402ExactPermit2ProxyAddress,
    permitted: { token: asset, amount: `${PRICE}` },
    nonce: '1',
    deadline: `${now + 300n}`,
    witness: { to: payTo, validAfter: '0' },
  });
});

describe('a contract that pays', () => {
  test('a Safe pays with the signature of its owner, and not with junk', async () => {
    const requirements = testRequirements();
    const owner = await fundedWallet();
    const safe = await deploySafe(owner, [owner.address]);
    await mintStablecoins(owner, safe, 2n * PRICE);
    const message = transferMessage(safe, requirements);
    const signature = await signAsSafe(safe, owner, transferHash(message, requirements));
    for (const junk of ['0x', '0x1234', bytesToHex(randomBytes(65)), bytesToHex(randomBytes(200))] as Hex[]) {
      const payment = paymentOf(message, junk, requirements);
      expect(await facilitator.verify(payment, requirements)).toMatchObject({ kind: 'invalid' });
      expect(await facilitator.settle(payment, requirements)).toMatchObject({ kind: 'failed' });
    }
    const payment = paymentOf(message, signature, requirements);
    expect(await facilitator.verify(payment, requirements)).toEqual({ kind: 'valid', payer: safe });
    expect((await facilitator.settle(payment, requirements)).kind).toBe('settled');
    expect(await tokens(requirements)).toBe(PRICE);

    const drained = transferMessage(safe, requirements);
    const signed = await signAsSafe(safe, owner, transferHash(drained, requirements));
    const last = paymentOf(drained, signed, requirements);
    expect((await facilitator.verify(last, requirements)).kind).toBe('valid');
    const data = encodeFunctionData({
      abi: parseAbi(['function transfer(address, uint256)']),
      args: [owner.address, PRICE],
    });
    await actAsSafe(safe, owner, { to: requirements.asset as Address, data });
    expect(await facilitator.settle(last, requirements)).toMatchObject({
      kind: 'failed',
      reason: 'invalid_exact_evm_insufficient_balance',
    });
  });

  test('an account that is yet to be deployed pays where its factory is allowed', async () => {
    const requirements = testRequirements();
    const owner = await fundedWallet();
    const parts = await deploySafeFactory(owner);
    const safe = await futureSafe(parts, [owner.address]);
    await mintStablecoins(owner, safe.address, PRICE);
    const message = transferMessage(safe.address, requirements);
    const inner = await signAsSafe(safe.address, owner, transferHash(message, requirements));
    const wrapped = (signature: Hex) =>
      paymentOf(
        message,
        serializeErc6492Signature({ address: safe.to, data: safe.data, signature }),
        requirements,
      );

    const refused = { reason: 'eip6492_factory_not_allowed' };
    expect(await facilitator.verify(wrapped(inner), requirements)).toMatchObject(refused);
    expect(await facilitator.settle(wrapped(inner), requirements)).toMatchObject({
      kind: 'failed',
      ...refused,
    });

    const allowing = facilitatorAt(account, { factories: [parts.factory] });
    const forged = wrapped(await signAsSafe(safe.address, payer, transferHash(message, requirements)));
    expect((await allowing.verify(forged, requirements)).kind).toBe('invalid');
    expect(await chain.node.getCode({ address: safe.address })).toBeUndefined();

    expect(await allowing.verify(wrapped(inner), requirements)).toEqual({
      kind: 'valid',
      payer: safe.address,
    });
    expect((await allowing.settle(wrapped(inner), requirements)).kind).toBe('settled');
    expect(await tokens(requirements)).toBe(PRICE);
    expect(await allowing.verify(wrapped(inner), requirements)).toMatchObject({
      reason: 'invalid_exact_evm_nonce_already_used',
    });
  });
});

test('it is never built for Base', () => {
  expect(() => new EmbeddedFacilitator({ chain, chainId: 8453, account, accountFactories: [] })).toThrow(
    /never settles on Base/,
  );
});
