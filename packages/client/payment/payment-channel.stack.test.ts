import { DatabaseSync } from 'node:sqlite';
import { paymentChannels } from '@labroom/contracts/payment-channels';
import { newWallet } from '@labroom/testing/actors.ts';
import { channelOf, cut, DEPOSIT, getKey, payerFrom } from '@labroom/testing/channel-payer.ts';
import { claimNow } from '@labroom/testing/test-channel.ts';
import { callsOf, payerWith } from '@labroom/testing/test-gateway.ts';
import { PRICE, randomAddress, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import { decodePaymentRequiredHeader, encodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { voucherTypes } from '@x402/evm';
import { type Hex, zeroAddress } from 'viem';
import { describe, expect, test, vi } from 'vitest';
import { receiptsInMemory } from './payment-budget.ts';
import { PaymentChannel } from './payment-channel.ts';
import { receiptsInDatabase } from './receipts-in-database.ts';

const service = await openTestService({ variables: { X402_BATCH_SETTLEMENT: 'on' } });

test('one deposit pays many calls, at once too, and what is claimed is what the receipts say', async () => {
  const wallet = await payerWith(2n * DEPOSIT);
  const payer = payerFrom(service, wallet);
  const first = await getKey(payer);
  expect(first.receipt).toMatchObject({ state: 'paid', transaction: null, channel: { total: `${PRICE}` } });
  expect(await stablecoinsOf(wallet.address)).toBe(DEPOSIT);
  const calls = [first, ...(await Promise.all(Array.from({ length: 3 }, () => getKey(payer))))];
  expect(new Set(calls.map(({ data }) => data.generateDataEncryptionKey.plaintextDEK)).size).toBe(4);
  expect(await stablecoinsOf(wallet.address)).toBe(DEPOSIT);
  // The channel is empty.
  calls.push(await getKey(payer));
  expect(await stablecoinsOf(wallet.address)).toBe(0n);

  await claimNow(service);
  expect(await channelOf(payer)).toEqual({ balance: 2n * DEPOSIT, claimed: 5n * PRICE });
  expect((await callsOf(service, wallet)).map(({ state }) => state)).toEqual(Array(5).fill('settled'));
  const receipts = await payer.budget.receipts();
  const of = (kind: string) => receipts.filter(({ channel }) => channel?.kind === kind);
  expect(of('voucher').map(({ state, amount }) => [state, amount])).toEqual(
    Array(5).fill(['paid', `${PRICE}`]),
  );
  expect(of('deposit')).toEqual(
    Array(2).fill(
      expect.objectContaining({
        state: 'paid',
        amount: `${DEPOSIT}`,
        transaction: expect.stringMatching(/^0x/),
      }),
    ),
  );
  expect(await payer.budget.spent()).toBe(5n * PRICE);
});

describe('an answer that is lost', () => {
  test.each([
    ['a voucher', 1, 1],
    ['a voucher, twice', 1, 2],
    ['a deposit', 0, 1],
  ])('is asked for again by the same voucher, and charged once: of %s', async (_, before, answers) => {
    const wallet = await payerWith(DEPOSIT);
    const payer = payerFrom(service, wallet);
    for (let call = 0; call < before; call += 1) await getKey(payer);
    const broken = cut(answers);
    const { data, receipt } = await getKey(payer).finally(() => broken.mockRestore());
    expect(data.generateDataEncryptionKey.plaintextDEK).toEqual(expect.any(String));
    expect(receipt.state).toBe('paid');
    // The next voucher follows.
    await getKey(payer);
    await claimNow(service);
    const calls = BigInt(before) + 2n;
    expect(await channelOf(payer)).toEqual({ balance: DEPOSIT, claimed: calls * PRICE });
    expect(await callsOf(service, wallet)).toHaveLength(Number(calls));
    expect(await stablecoinsOf(wallet.address)).toBe(0n);
  });
});

describe('after a restart', () => {
  test('a program with the same receipts goes on with the same channel', async () => {
    const wallet = await payerWith(DEPOSIT);
    const book = receiptsInDatabase(new DatabaseSync(':memory:'));
    await getKey(payerFrom(service, wallet, { book }));
    const later = payerFrom(service, wallet, { book });
    await getKey(later);
    await claimNow(service);
    expect(await channelOf(later)).toEqual({ balance: DEPOSIT, claimed: 2n * PRICE });
    expect(await stablecoinsOf(wallet.address)).toBe(0n);
  });

  test('a program without receipts learns from the service what it signed, and pays no second deposit', async () => {
    const wallet = await payerWith(DEPOSIT);
    await getKey(payerFrom(service, wallet));
    await getKey(payerFrom(service, wallet));
    const { receipt } = await getKey(payerFrom(service, wallet));
    expect(receipt.channel).toMatchObject({ total: `${3n * PRICE}` });
    expect((await callsOf(service, wallet)).length).toBe(3);
  });

  test('a program that was killed after the deposit was sent keeps what became of it', async () => {
    const wallet = await payerWith(DEPOSIT);
    const payer = payerFrom(service, wallet);
    const { receipt } = await getKey(payer);
    const receipts = await payer.budget.receipts();
    const book = receiptsInMemory();
    // As they were before the answer.
    for (const kept of receipts) await book.keep({ ...kept, state: 'sent', transaction: null });
    const later = payerFrom(service, wallet, { book });
    await getKey(later);
    const states = (await later.budget.receipts()).map(({ channel, state }) => [channel?.kind, state]);
    expect(states).toEqual(
      expect.arrayContaining([
        ['deposit', 'paid'],
        ['voucher', 'paid'],
      ]),
    );
    expect(states).toHaveLength(3);
    expect((await channelOf(later)).balance).toBe(DEPOSIT);
    expect(receipt.state).toBe('paid');
  });
});

describe('the budget', () => {
  test('refuses a deposit above it before anything is signed', async () => {
    const wallet = await payerWith(DEPOSIT);
    const signing = vi.spyOn(wallet, 'signTypedData');
    const payer = payerFrom(service, wallet, { perDay: DEPOSIT - 1n });
    await expect(getKey(payer)).rejects.toMatchObject({ code: 'OVER_DAY_BUDGET' });
    expect(signing).not.toHaveBeenCalled();
    expect(await payer.budget.spent()).toBe(0n);
    expect(await stablecoinsOf(wallet.address)).toBe(DEPOSIT);
  });

  test('refuses a second deposit above it, and calls that the channel holds money for go on until then', async () => {
    const wallet = await payerWith(2n * DEPOSIT);
    const payer = payerFrom(service, wallet, { perDay: DEPOSIT + PRICE });
    for (let call = 0; call < 4; call += 1) await getKey(payer);
    await expect(getKey(payer)).rejects.toMatchObject({ code: 'OVER_DAY_BUDGET' });
    expect(await stablecoinsOf(wallet.address)).toBe(DEPOSIT);
  });

  test('refuses a voucher above it before anything is signed', async () => {
    const wallet = await payerWith(DEPOSIT);
    const book = receiptsInMemory();
    await getKey(payerFrom(service, wallet, { book }));
    const signing = vi.spyOn(wallet, 'signTypedData');
    // The deposit of yesterday does not count, the call of today does.
    for (const kept of await book.since(new Date(0)))
      if (kept.channel?.kind === 'deposit') await book.keep({ ...kept, at: '2026-01-01T00:00:00.000Z' });
    await expect(getKey(payerFrom(service, wallet, { book, perDay: PRICE }))).rejects.toMatchObject({
      code: 'OVER_DAY_BUDGET',
    });
    expect(signing).not.toHaveBeenCalled();
  });

  test('that cannot be read lets nothing be signed', async () => {
    const wallet = await payerWith(DEPOSIT);
    const signing = vi.spyOn(wallet, 'signTypedData');
    const book = { ...receiptsInMemory(), keep: () => Promise.reject(new Error('The disk is full.')) };
    await expect(getKey(payerFrom(service, wallet, { book }))).rejects.toThrow('The disk is full.');
    expect(signing).not.toHaveBeenCalled();
  });
});

test('a wallet whose payments must name their calls pays from a channel', async () => {
  const wallet = await payerWith(DEPOSIT + PRICE);
  const payer = payerFrom(service, wallet);
  const { channel: _, ...byTransfer } = payer;
  // From its first payment that names a call, all must.
  expect((await getKey(byTransfer)).receipt.transaction).toMatch(/^0x/);
  expect((await getKey(payer)).receipt.channel).toBeDefined();
});

test('where the price is above the deposit, a transfer pays', async () => {
  const wallet = await payerWith(2n * PRICE);
  const payer = {
    ...payerFrom(service, wallet),
    channel: new PaymentChannel({ deposit: PRICE - 1n, rpcUrl: 'http://none' }),
  };
  expect((await getKey(payer)).receipt.transaction).toMatch(/^0x/);
});

describe('a service that asks for other terms', () => {
  /** Changes what the service asks for. */
  function tamper(change: (required: PaymentRequired, channel: PaymentRequirements) => void) {
    const real = globalThis.fetch;
    return vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const response = await real(...request);
      const header = response.headers.get('payment-required');
      if (!header) return response;
      const required = decodePaymentRequiredHeader(header);
      const channel = required.accepts.find(({ scheme }) => scheme === 'batch-settlement');
      if (channel) change(required, channel);
      const headers = new Headers(response.headers);
      headers.set('payment-required', encodePaymentRequiredHeader(required));
      return new Response(await response.arrayBuffer(), { status: response.status, headers });
    });
  }

  const other = randomAddress();
  test.each<[string, Partial<PaymentRequirements>]>([
    ['a larger voucher than the price', { amount: `${2n * PRICE}` }],
    ['a smaller one', { amount: '1' }],
    ['another receiver', { payTo: other }],
    ['another token', { asset: other }],
    ['another chain', { network: 'eip155:8453' }],
    ['another channel contract', { extra: { verifyingContract: other } }],
    ['a deposit in another form', { extra: { assetTransferMethod: 'permit2' } }],
    ['a token of another name', { extra: { name: 'Another' } }],
    ['a receiver without a key', { extra: { receiverAuthorizer: zeroAddress } }],
    ['a month until money can be taken out', { extra: { withdrawDelay: 2_592_000 } }],
  ])('has nothing signed: %s', async (_, { extra, ...changes }) => {
    const wallet = await payerWith(2n * DEPOSIT);
    const signing = vi.spyOn(wallet, 'signTypedData');
    const payer = payerFrom(service, wallet);
    const tampered = tamper((_required, channel) => {
      Object.assign(channel, changes, { extra: { ...channel.extra, ...extra } });
    });
    const refused = getKey(payer).finally(() => tampered.mockRestore());
    await expect(refused).rejects.toMatchObject({ code: 'OFFER_MISMATCH', receipt: null });
    expect(signing).not.toHaveBeenCalled();
    expect(await payer.budget.spent()).toBe(0n);
  });

  /** Amounts of the vouchers that a wallet signs from now on. */
  function vouchersOf(wallet: TestWallet): bigint[] {
    const totals: bigint[] = [];
    const sign = wallet.signTypedData;
    vi.spyOn(wallet, 'signTypedData').mockImplementation((message) => {
      if (message.primaryType === 'Voucher')
        totals.push((message.message as { maxClaimableAmount: bigint }).maxClaimableAmount);
      return sign(message);
    });
    return totals;
  }

  /** Refuses every voucher, with this state of the channel. */
  function refuseWith(states: object) {
    const real = globalThis.fetch;
    return vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const headers = new Headers(request[1]?.headers);
      if (!headers.has('payment-signature')) return real(...request);
      headers.delete('payment-signature');
      const quoted = await real(request[0], { ...request[1], headers });
      const required = decodePaymentRequiredHeader(quoted.headers.get('payment-required') ?? '');
      const accepts = required.accepts.map((offer) => ({ ...offer, extra: { ...offer.extra, ...states } }));
      const error = 'invalid_batch_settlement_evm_cumulative_amount_mismatch';
      const header = encodePaymentRequiredHeader({ ...required, error, accepts });
      return Response.json({}, { status: 402, headers: { 'payment-required': header } });
    });
  }

  const thief = newWallet();
  const signedBy = (signer: TestWallet | null, charged: bigint) => async (channelId: Hex) => ({
    channelState: { chargedCumulativeAmount: `${charged}` },
    ...(signer && {
      voucherState: {
        signedMaxClaimable: `${charged}`,
        signature: await signer.signTypedData({
          domain: {
            name: 'x402 Batch Settlement',
            version: '1',
            chainId: 31337,
            verifyingContract: paymentChannels.contract,
          },
          types: voucherTypes,
          primaryType: 'Voucher',
          message: { channelId, maxClaimableAmount: charged },
        }),
      },
    }),
  });
  test.each([
    ['more was charged, without a proof', signedBy(null, 3n * PRICE)],
    ['more was charged, with the proof of another key', signedBy(thief, 3n * PRICE)],
    ['the voucher was charged before', signedBy(null, 2n * PRICE)],
  ])('has no larger voucher signed by saying that %s', async (_, tell) => {
    const wallet = await payerWith(DEPOSIT);
    const payer = payerFrom(service, wallet);
    const { receipt } = await getKey(payer);
    const totals = vouchersOf(wallet);
    const states = await tell(receipt.channel?.id as Hex);
    const lying = refuseWith(states);
    await expect(getKey(payer).finally(() => lying.mockRestore())).rejects.toMatchObject({
      code: 'PAYMENT_UNKNOWN',
      receipt: { state: 'sent' },
    });
    expect(new Set(totals)).toEqual(new Set([2n * PRICE]));
  });
});
