import { randomUUID } from 'node:crypto';
import { late, within } from '@labroom/payments';
import { ChannelRefusedError } from '@labroom/payments/facilitators';
import type { PaymentRequirements, SettleResponse } from '@x402/core/types';
import type { Hex } from 'viem';
import { demandsIntent } from '#core/payments/requires-intent.ts';
import { orUnavailable } from '../claim-payment.ts';
import type { Gateway } from '../gateway.ts';
import { type GatewayAnswer, upstreamError } from '../gateway-answer.ts';
import { demandIntent } from '../intent.ts';
import { sealAnswer } from '../lost-answers.ts';
import { CallRejectedError, PaymentRejectedError } from '../offers/call-errors.ts';
import { paymentResponseHeader } from '../offers/offers.ts';
import type { GatewayRequest } from '../parse-paid-call.ts';
import { type Envelope, mustMatch } from '../read-payment.ts';
import type { ReportedScope } from '../request-scope.ts';
import { requirePayerRate } from '../require-payer-rate.ts';
import { gatewayName } from '../scoped-token.ts';
import { serveCall } from '../serve-call.ts';
import type { ChannelCall } from '../serving.ts';
import { depositData, readChannel } from './channel-chain.ts';
import {
  type ChannelPayment,
  readChannelPayment,
  refusedChannel,
  requireSignedVoucher,
} from './channel-payment.ts';
import {
  type ChannelRow,
  chargeCall,
  claimVoucher,
  findChannel,
  isChannelBusy,
  keepChannel,
} from './channel-store.ts';
import { findVouchersAnswer, readNamedVoucher } from './named-voucher.ts';

/**
 * Sells a call for a voucher of a payment channel (docs/specification/gateway.md#payment-channels). Everything is verified here:
 * the chain is asked for a deposit, and once a minute for the state of the channel.
 * @throws PaymentRejectedError naming what is wrong, before anything runs
 */
export async function callByChannel(
  gateway: Gateway,
  request: Omit<GatewayRequest, 'mutation'>,
  { call, offer, requirements, run }: ChannelCall,
  { accepted, payload }: Envelope,
  scope: ReportedScope,
): Promise<GatewayAnswer> {
  const { db, config } = gateway;
  mustMatch(accepted, requirements);
  const payment = readChannelPayment(requirements, payload);
  call.requirePayer(payment.payer);
  requireSignedVoucher(payment, requirements);
  await requirePayerRate(gateway, payment.payer, scope);
  const { channelId, cumulative, payer, signature } = payment;
  const secret = await readNamedVoucher(gateway, request, offer, payer);
  const { headers } = request;
  const purchase = { payment, call, requirements, headers, provesIntent: secret !== null };
  const answered = (body: unknown, status: number, transaction: string): GatewayAnswer => ({
    status,
    body,
    headers: { 'payment-response': paymentResponseHeader(charged(requirements, payment, transaction)) },
  });

  const claimed = await claimCall(gateway, purchase, scope).catch(async (refused: unknown) => {
    const lost =
      secret && refused instanceof PaymentRejectedError
        ? await orUnavailable(scope, () => findVouchersAnswer(gateway, payment, call, secret))
        : null;
    if (lost) return answered(lost.body, lost.status, '');
    throw refused;
  });
  if ('body' in claimed) return claimed;
  const { id, transaction } = claimed;
  const { claimAfterMs = 0 } = config.gateway.channels ?? {};
  const served = { id, payment: { payer }, offer: { ...offer, requirements } };
  const answer = await serveCall(gateway, served, { call, run }, scope, (ran) => {
    const sealed = secret && sealAnswer(secret, id, ran);
    return chargeCall(db, { id, signature, claimAfterMs, sealed }, ran);
  });
  if (answer.status >= 400) return upstreamError(answer);
  scope.log.info({ paidCall: id, payer, channel: channelId, charged: `${cumulative}` }, 'paid call charged');
  return answered(answer.body, answer.status, transaction);
}

type Purchase = Pick<ChannelCall, 'call' | 'requirements'> & {
  payment: ChannelPayment;
  headers: GatewayRequest['headers'];
  /** By what the payer sent along; otherwise a service token can prove it. */
  provesIntent: boolean;
};

/**
 * Claims the voucher for the call: by one statement, unless money comes with it, the channel must be read, or intent must be proved.
 * @returns the id of the call, and the transaction of a deposit or an empty one
 */
async function claimCall(
  gateway: Gateway,
  { payment, call, requirements, headers, provesIntent: isNamed }: Purchase,
  scope: ReportedScope,
): Promise<{ id: string; transaction: string }> {
  const { db, runner, config } = gateway;
  const { network, asset, tokenTtlSeconds } = config.gateway;
  const { channelId, cumulative, payer, deposit } = payment;
  const { mutation, oclId, requestHash } = call;
  const id = randomUUID();
  const { number } = await orUnavailable(scope, () => runner.hold());
  const tryClaim = (provesIntent: boolean) =>
    orUnavailable(scope, () =>
      claimVoucher(db, {
        ...{ id, channelId, cumulative, payer, provesIntent, runner: number, requestId: scope.requestId },
        ...{ mutation, oclId, requestHash, quote: requirements, network, asset: asset.toLowerCase() },
        demandsIntent: demandsIntent(config, { mutation, oclId, wallet: payer }),
        token: { serviceName: gatewayName, expiresAt: new Date(Date.now() + tokenTtlSeconds * 1_000) },
      }),
    );
  if (!deposit && (await tryClaim(isNamed))) return { id, transaction: '' };
  const provesIntent = isNamed || (await demandIntent(gateway, call, payment, headers));
  const { transaction } = await fundedChannel(gateway, payment, requirements, scope);
  if (await tryClaim(provesIntent)) return { id, transaction };
  throw await whyRefused(gateway, payment, requirements, scope);
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
  gateway: Gateway,
  payment: ChannelPayment,
  requirements: PaymentRequirements,
  scope: ReportedScope,
): Promise<{ transaction: string }> {
  const { channelId, config, deposit, cumulative } = payment;
  const known = await orUnavailable(scope, () => findChannel(gateway.db, channelId));
  const channel = known?.isFresh ? known : await refreshed(gateway, payment, known, scope);
  if (!deposit) {
    if (!channel) throw refusedChannel('channel_not_found');
    return { transaction: '' };
  }
  // A deposit is taken for a voucher that will be taken.
  const charged = BigInt(channel?.charged ?? 0);
  if (channel?.withdrawalAt || charged + BigInt(requirements.amount) !== cumulative)
    throw await whyRefused(gateway, payment, requirements, scope);
  const transaction = await takeDeposit(gateway, { config, deposit }, scope);
  const funded = await refreshed(gateway, payment, known, scope);
  if (!transaction && BigInt(funded?.balance ?? 0) < cumulative)
    throw refusedChannel('deposit_simulation_failed');
  return { transaction: transaction ?? '' };
}

/** The channel as the chain has it now; `null` of one that never held anything, so that nobody fills the table with names. */
async function refreshed(
  gateway: Gateway,
  { channelId, config }: ChannelPayment,
  known: ChannelRow | null,
  scope: ReportedScope,
): Promise<ChannelRow | null> {
  const state = await orNoChain(gateway, scope, () => readChannel(gateway.chain, channelId));
  if (!known && state.balance === 0n) return null;
  return orUnavailable(scope, () => keepChannel(gateway.db, { id: channelId, config }, state));
}

/** @returns the transaction; `null` if the contract refuses the deposit, for example because it has it already */
async function takeDeposit(
  gateway: Gateway,
  { config, deposit }: { config: ChannelPayment['config']; deposit: NonNullable<ChannelPayment['deposit']> },
  scope: ReportedScope,
): Promise<Hex | null> {
  const send = gateway.facilitator.sendToChannels?.bind(gateway.facilitator);
  if (!send) throw refusedChannel('deposit_transaction_failed');
  return orNoChain(gateway, scope, () =>
    send(depositData({ config, deposit })).catch((error: unknown) => {
      if (error instanceof ChannelRefusedError) return null;
      throw error;
    }),
  );
}

/** 502 if the chain does not answer in time. A deposit that was sent stays the payer's: a repeated call finds it. */
async function orNoChain<Result>(
  { config }: Gateway,
  { log }: ReportedScope,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const done = await within(config.gateway.facilitatorMs, work());
    if (done !== late) return done;
  } catch (error) {
    log.warn({ err: error }, 'a payment channel cannot be read');
  }
  const message = 'The payment channel cannot be read. Nothing was charged. Try again in a moment.';
  throw new CallRejectedError(502, 'UPSTREAM_UNAVAILABLE', message, { reason: 'FACILITATOR_UNAVAILABLE' });
}

/** Why a voucher that its payer signed is not taken. With another amount, the answer says which one would be. */
async function whyRefused(
  { db }: Gateway,
  { channelId, cumulative }: ChannelPayment,
  { amount }: PaymentRequirements,
  scope: ReportedScope,
) {
  const channel = await orUnavailable(scope, () => findChannel(db, channelId));
  if (!channel) return refusedChannel('channel_not_found');
  if (channel.withdrawalAt) return refusedChannel('withdrawal_pending');
  if (await orUnavailable(scope, () => isChannelBusy(db, channelId)))
    return refusedChannel('channel_busy', { retryAfter: 1 });
  if (BigInt(channel.charged) + BigInt(amount) !== cumulative)
    return refusedChannel('cumulative_amount_mismatch', { channelState: stateOf(channel) });
  if (BigInt(channel.balance) < cumulative) return refusedChannel('cumulative_exceeds_balance');
  return refusedChannel('channel_busy', { retryAfter: 1 });
}

/** What stock clients need to go on from what was charged, for example after a lost answer. */
function stateOf({ id, charged, signature, balance, claimed, withdrawalAt }: ChannelRow) {
  const withdrawRequestedAt = withdrawalAt ? withdrawalAt.getTime() / 1_000 : 0;
  return {
    channelState: {
      ...{ channelId: id, balance, totalClaimed: claimed, withdrawRequestedAt, refundNonce: '0' },
      chargedCumulativeAmount: charged,
    },
    ...(signature && { voucherState: { signedMaxClaimable: charged, signature } }),
  };
}
