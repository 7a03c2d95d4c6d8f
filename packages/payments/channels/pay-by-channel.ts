import { randomUUID } from 'node:crypto';
import type { PaymentRequirements, SettleResponse } from '@x402/core/types';
import type { Hex } from 'viem';
import { CallRejectedError, PaymentRejectedError } from '../payment/call-errors.ts';
import { late, within } from '../payment/deadline.ts';
import { ChannelRefusedError } from '../payment/facilitator.ts';
import { paymentResponseHeader } from '../payment/offer.ts';
import { type Envelope, mustMatch } from '../payment/read-payment.ts';
import { orUnavailable } from '../sale/claim-payment.ts';
import type { CallScope, PaidRequest, Purchase, SellerAnswer } from '../sale/paid-call.ts';
import { requirePayerRate } from '../sale/require-payer-rate.ts';
import type { Seller } from '../sale/seller.ts';
import { serveCall } from '../sale/serve-call.ts';
import { upstreamError } from '../sale/upstream-error.ts';
import { depositData, readChannel } from './channel-chain.ts';
import {
  type ChannelPayment,
  readChannelPayment,
  refusedChannel,
  requireSignedVoucher,
} from './channel-payment.ts';
import type { ChannelPorts } from './channel-ports.ts';
import type { StoredChannel } from './channel-store.ts';
import { readNamedVoucher } from './named-voucher.ts';

/** A seller that takes payments from channels. */
type ChannelSeller = Omit<ChannelPorts, 'keys'> & { seller: Seller };

type ChannelPurchase = Purchase & { requirements: PaymentRequirements };

/**
 * Sells a call for a voucher of a payment channel (docs/specification/gateway.md#payment-channels). Everything is verified here:
 * the chain is asked for a deposit, and once a minute for the state of the channel.
 * @throws PaymentRejectedError naming what is wrong, before anything runs
 */
export async function callByChannel(
  channels: ChannelSeller,
  request: PaidRequest,
  { call, offer, requirements, run }: ChannelPurchase,
  { accepted, payload }: Envelope,
  scope: CallScope,
): Promise<SellerAnswer> {
  const { seller, store, terms, signerOf } = channels;
  mustMatch(accepted, requirements);
  const payment = readChannelPayment(requirements, payload);
  call.requirePayer(payment.payer);
  requireSignedVoucher(signerOf, payment, requirements);
  await requirePayerRate(payment.payer, scope);
  const { channelId, cumulative, payer, signature } = payment;
  const secret = await readNamedVoucher(seller, request, offer, payer);
  const { headers } = request;
  const purchase = { payment, call, requirements, headers, provesIntent: secret !== null };
  const answered = (body: unknown, status: number, transaction: string): SellerAnswer => ({
    status,
    body,
    headers: { 'payment-response': paymentResponseHeader(charged(requirements, payment, transaction)) },
  });

  const claimed = await claimCall(channels, purchase, scope).catch(async (refused: unknown) => {
    const lost =
      secret && refused instanceof PaymentRejectedError
        ? await orUnavailable(scope, () =>
            store.findAnswer({ channelId, cumulative, requestHash: call.requestHash }, secret),
          )
        : null;
    if (lost) return answered(lost.body, lost.status, '');
    throw refused;
  });
  if ('body' in claimed) return claimed;
  const { id, transaction } = claimed;
  const { claimAfterMs } = terms;
  const served = { id, payment: { payer }, offer: { ...offer, requirements } };
  const answer = await serveCall(seller, served, { call, run }, scope, (ran) =>
    store.charge({ id, signature, claimAfterMs, secret }, ran),
  );
  if (answer.status >= 400) return upstreamError(answer);
  scope.log.info({ paidCall: id, payer, channel: channelId, charged: `${cumulative}` }, 'paid call charged');
  return answered(answer.body, answer.status, transaction);
}

type NamedPurchase = Pick<ChannelPurchase, 'call' | 'requirements'> & {
  payment: ChannelPayment;
  headers: PaidRequest['headers'];
  /** By what the payer sent along; otherwise a service token can prove it. */
  provesIntent: boolean;
};

/**
 * Claims the voucher for the call: by one statement, unless money comes with it, the channel must be read, or intent must be proved.
 * @returns the id of the call, and the transaction of a deposit or an empty one
 */
async function claimCall(
  channels: ChannelSeller,
  { payment, call, requirements, headers, provesIntent: isNamed }: NamedPurchase,
  scope: CallScope,
): Promise<{ id: string; transaction: string }> {
  const { seller, store } = channels;
  const { network, asset } = seller.config;
  const { channelId, cumulative, payer, deposit } = payment;
  const id = randomUUID();
  const { number } = await orUnavailable(scope, () => seller.hold());
  const tryClaim = (provesIntent: boolean) =>
    orUnavailable(scope, () =>
      store.claimVoucher({
        ...{ id, channelId, cumulative, payer, provesIntent, runner: number, requestId: scope.requestId },
        ...{ call, quote: requirements, network, asset: asset.toLowerCase() },
      }),
    );
  if (!deposit && (await tryClaim(isNamed))) return { id, transaction: '' };
  const provesIntent = isNamed || (await seller.demandIntent(call, payer, headers));
  const { transaction } = await fundedChannel(channels, payment, requirements, scope);
  if (await tryClaim(provesIntent)) return { id, transaction };
  throw await whyRefused(channels, payment, requirements, scope);
}

/** The transaction is that of a deposit, or empty: the charge is claimed later. */
const charged = (
  { network, amount }: PaymentRequirements,
  { payer, channelId, cumulative }: ChannelPayment,
  transaction: string,
): SettleResponse => ({
  ...{ success: true, payer, transaction, network, amount },
  extra: {
    chargedAmount: amount,
    channelState: { channelId, chargedCumulativeAmount: `${cumulative}` },
  },
});

/** Takes the deposit, if there is one, and reads the channel unless that was done within the last minute. */
async function fundedChannel(
  channels: ChannelSeller,
  payment: ChannelPayment,
  requirements: PaymentRequirements,
  scope: CallScope,
): Promise<{ transaction: string }> {
  const { channelId, config, deposit, cumulative } = payment;
  const known = await orUnavailable(scope, () => channels.store.find(channelId));
  const channel = known?.isFresh ? known : await refreshed(channels, payment, known, scope);
  if (!deposit) {
    if (!channel) throw refusedChannel('channel_not_found');
    return { transaction: '' };
  }
  // A deposit is taken for a voucher that will be taken.
  const charged = BigInt(channel?.charged ?? 0);
  if (channel?.withdrawalAt || charged + BigInt(requirements.amount) !== cumulative)
    throw await whyRefused(channels, payment, requirements, scope);
  const transaction = await takeDeposit(channels, { config, deposit }, scope);
  const funded = await refreshed(channels, payment, known, scope);
  if (!transaction && BigInt(funded?.balance ?? 0) < cumulative)
    throw refusedChannel('deposit_simulation_failed');
  return { transaction: transaction ?? '' };
}

/** The channel as the chain has it now; `null` of one that never held anything, so that nobody fills the table with names. */
async function refreshed(
  channels: ChannelSeller,
  { channelId, config }: ChannelPayment,
  known: StoredChannel | null,
  scope: CallScope,
): Promise<StoredChannel | null> {
  const state = await orNoChain(channels.seller, scope, () => readChannel(channels.chain, channelId));
  if (!known && state.balance === 0n) return null;
  return orUnavailable(scope, () => channels.store.keep({ id: channelId, config }, state));
}

/** @returns the transaction; `null` if the contract refuses the deposit, for example because it has it already */
async function takeDeposit(
  { seller }: ChannelSeller,
  { config, deposit }: { config: ChannelPayment['config']; deposit: NonNullable<ChannelPayment['deposit']> },
  scope: CallScope,
): Promise<Hex | null> {
  const send = seller.facilitator.sendToChannels?.bind(seller.facilitator);
  if (!send) throw refusedChannel('deposit_transaction_failed');
  return orNoChain(seller, scope, () =>
    send(depositData({ config, deposit })).catch((error: unknown) => {
      if (error instanceof ChannelRefusedError) return null;
      throw error;
    }),
  );
}

/** 502 if the chain does not answer in time. A deposit that was sent stays the payer's: a repeated call finds it. */
async function orNoChain<Result>(
  { config }: Seller,
  { log }: CallScope,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const done = await within(config.facilitatorMs, work());
    if (done !== late) return done;
  } catch (error) {
    log.warn({ err: error }, 'a payment channel cannot be read');
  }
  const message = 'The payment channel cannot be read. Nothing was charged. Try again in a moment.';
  throw new CallRejectedError(502, 'UPSTREAM_UNAVAILABLE', message, { reason: 'FACILITATOR_UNAVAILABLE' });
}

/** Why a voucher that its payer signed is not taken. With another amount, the answer says which one would be. */
async function whyRefused(
  { store }: ChannelSeller,
  { channelId, cumulative }: ChannelPayment,
  { amount }: PaymentRequirements,
  scope: CallScope,
) {
  const channel = await orUnavailable(scope, () => store.find(channelId));
  if (!channel) return refusedChannel('channel_not_found');
  if (channel.withdrawalAt) return refusedChannel('withdrawal_pending');
  if (await orUnavailable(scope, () => store.isBusy(channelId)))
    return refusedChannel('channel_busy', { retryAfter: 1 });
  if (BigInt(channel.charged) + BigInt(amount) !== cumulative)
    return refusedChannel('cumulative_amount_mismatch', { schemeState: stateOf(channel) });
  if (BigInt(channel.balance) < cumulative) return refusedChannel('cumulative_exceeds_balance');
  return refusedChannel('channel_busy', { retryAfter: 1 });
}

/** What stock clients need to go on from what was charged, for example after a lost answer. */
function stateOf({ id, charged, signature, balance, claimed, withdrawalAt }: StoredChannel) {
  const withdrawRequestedAt = withdrawalAt ? withdrawalAt.getTime() / 1_000 : 0;
  return {
    channelState: {
      ...{ channelId: id, balance, totalClaimed: claimed, withdrawRequestedAt, refundNonce: '0' },
      chargedCumulativeAmount: charged,
    },
    ...(signature && { voucherState: { signedMaxClaimable: charged, signature } }),
  };
}
