import { sql } from 'drizzle-orm';
import pino from 'pino';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networks } from '#contracts/networks.ts';
import { paymentChannelsAbi } from '#contracts/payment-channels.generated.ts';
import { paymentChannels as contract } from '#contracts/payment-channels.ts';
import { claimChannels } from '#service/gateway/channels/claim-channels.ts';
import { brokenInvariants } from '#service/operator/invariants.ts';
import { paymentChannels } from '#service/platform/db/tables/payment-channels.ts';
import { requireStack } from '#testing/require-stack.ts';
import { callsOf, payerWith } from '#testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '#testing/test-payment.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { chainReader, type TestWallet } from '#testing/test-wallets.ts';
import { GenerateDataEncryptionKeyDocument } from '../documents.generated.ts';
import { type Payer, payAndCall } from './pay-and-call.ts';
import { PaymentBudget, type ReceiptBook, receiptsInMemory } from './payment-budget.ts';
import { PaymentChannel } from './payment-channel.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ variables: { X402_BATCH_SETTLEMENT: 'on' } });
}, 120_000);
afterAll(async () => {
  expect(await brokenInvariants(service.context.db)).toEqual([]);
  await service.stop();
});

const DEPOSIT = 4n * PRICE;

/** A program that pays from a channel. Another one with the same book is the same program after a restart. */
function payerFrom(wallet: TestWallet, book: ReceiptBook = receiptsInMemory(), perDay = 100n * PRICE): Payer {
  return {
    gatewayUrl: `${service.url}/local`,
    network: networks[31337],
    wallet,
    budget: new PaymentBudget({ perCall: PRICE, perDay }, book),
    channel: new PaymentChannel({ deposit: DEPOSIT, rpcUrl: requireStack('rpcUrl') }),
  };
}

const getKey = (payer: Payer) => payAndCall(payer, GenerateDataEncryptionKeyDocument, {});

/** Claims what is owed now. */
async function claimNow(): Promise<void> {
  const { db } = service.context;
  await db
    .update(paymentChannels)
    .set({ claimAt: sql`now()` })
    .where(sql`${paymentChannels.claimAt} is not null`);
  await claimChannels(service.context, pino({ enabled: false }));
}

async function channelOf(payer: Payer) {
  const ids = (await payer.budget.receipts()).flatMap(({ channel }) => channel?.id ?? []);
  const [id, ...others] = new Set(ids);
  if (!id || others.length > 0) throw new Error(`There are ${ids.length} channels`);
  const [balance, claimed] = await chainReader().readContract({
    address: contract.contract,
    abi: paymentChannelsAbi,
    functionName: 'channels',
    args: [id as Hex],
  });
  return { balance, claimed };
}

test('one deposit pays many calls, at once too, and what is claimed is what the receipts say', async () => {
  const wallet = await payerWith(2n * DEPOSIT);
  const payer = payerFrom(wallet);
  const first = await getKey(payer);
  expect(first.receipt).toMatchObject({ state: 'paid', transaction: null, channel: { total: `${PRICE}` } });
  expect(await stablecoinsOf(wallet.address)).toBe(DEPOSIT);
  const calls = [first, ...(await Promise.all(Array.from({ length: 3 }, () => getKey(payer))))];
  expect(new Set(calls.map(({ data }) => data.generateDataEncryptionKey.plaintextDEK)).size).toBe(4);
  expect(await stablecoinsOf(wallet.address)).toBe(DEPOSIT);
  // The channel is empty.
  calls.push(await getKey(payer));
  expect(await stablecoinsOf(wallet.address)).toBe(0n);

  await claimNow();
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
