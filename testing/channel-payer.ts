import { GenerateDataEncryptionKeyDocument } from '@labroom/client/documents';
import { type Payer, payAndCall } from '@labroom/client/payment/pay-and-call';
import { PaymentBudget, type ReceiptBook, receiptsInMemory } from '@labroom/client/payment/payment-budget';
import { PaymentChannel } from '@labroom/client/payment/payment-channel.ts';
import { networks } from '@labroom/contracts/networks';
import { paymentChannels as contract } from '@labroom/contracts/payment-channels';
import { paymentChannelsAbi } from '@labroom/contracts/payment-channels-abi';
import type { Hex } from 'viem';
import { vi } from 'vitest';
import { requireStack } from './require-stack.ts';
import { PRICE } from './test-payment.ts';
import { chainReader, type TestWallet } from './test-wallets.ts';

export const DEPOSIT = 4n * PRICE;

interface ChannelPayerOptions {
  /** A book of an earlier program makes it the same program after a restart. */
  book?: ReceiptBook;
  perDay?: bigint;
  rpcUrl?: string;
}

/** A program that pays from a channel. */
export function payerFrom(
  service: { url: string },
  wallet: TestWallet,
  {
    book = receiptsInMemory(),
    perDay = 100n * PRICE,
    rpcUrl = requireStack('rpcUrl'),
  }: ChannelPayerOptions = {},
): Payer & { channel: PaymentChannel } {
  return {
    gatewayUrl: `${service.url}/local`,
    network: networks[31337],
    wallet,
    budget: new PaymentBudget({ perCall: PRICE, perDay }, book),
    channel: new PaymentChannel({ deposit: DEPOSIT, rpcUrl }),
  };
}

export const getKey = (payer: Payer) => payAndCall(payer, GenerateDataEncryptionKeyDocument, {});

/** What the chain says of the one channel of a payer. */
export async function channelOf({ budget }: Payer, rpcUrl?: string) {
  const ids = (await budget.receipts()).flatMap(({ channel }) => channel?.id ?? []);
  const [id, ...others] = new Set(ids);
  if (!id || others.length > 0) throw new Error(`There are ${ids.length} channels`);
  const [balance, claimed] = await chainReader(rpcUrl).readContract({
    address: contract.contract,
    abi: paymentChannelsAbi,
    functionName: 'channels',
    args: [id as Hex],
  });
  return { balance, claimed };
}

/** Answers to paid requests that do not arrive. */
export function cut(answers: number) {
  const real = globalThis.fetch;
  let left = answers;
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const response = await real(...request);
    if (left === 0 || !new Headers(request[1]?.headers).has('payment-signature')) return response;
    left -= 1;
    throw new TypeError('The connection broke.');
  });
}
