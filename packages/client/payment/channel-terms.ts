import type { PaymentRequirements } from '@x402/core/types';
import type { PaymentNetwork } from './payment-quote.ts';

/** What a service may say about a channel beside the price. Another key could change what is signed. */
const known = new Set([
  'name',
  'version',
  'receiverAuthorizer',
  'withdrawDelay',
  'channelState',
  'voucherState',
  'minDeposit',
]);
/** Seconds that a payer may have to wait for the rest of a deposit. */
const mostWithdrawDelay = 7 * 24 * 60 * 60;

/**
 * In what the terms of a channel differ from the price, whose signed offer names network, token, amount and payee, and from the
 * stablecoin that this client knows. Contract and form of the deposit are those of this client: a service cannot name others.
 */
export function compareChannelTerms(
  channel: PaymentRequirements,
  price: PaymentRequirements,
  { stablecoin }: PaymentNetwork,
): string[] {
  const { extra = {} } = channel;
  const same = (['network', 'asset', 'amount', 'payTo', 'maxTimeoutSeconds'] as const).flatMap((field) =>
    channel[field] === price[field]
      ? []
      : [`channel.${field} is ${shown(channel[field])}, not ${price[field]}`],
  );
  const domain = (['name', 'version'] as const).flatMap((field) =>
    extra[field] === stablecoin[field]
      ? []
      : [`channel.extra.${field} is ${shown(extra[field])}, not ${stablecoin[field]}`],
  );
  const unknown = Object.keys(extra)
    .filter((field) => !known.has(field))
    .map((field) => `channel.extra.${field.slice(0, 40)} is unknown`);
  const { receiverAuthorizer, withdrawDelay } = extra;
  const isAuthorizer =
    typeof receiverAuthorizer === 'string' && /^0x(?!0{40})[0-9a-fA-F]{40}$/.test(receiverAuthorizer);
  const isDelay =
    Number.isInteger(withdrawDelay) &&
    Number(withdrawDelay) > 0 &&
    Number(withdrawDelay) <= mostWithdrawDelay;
  return [
    ...same,
    ...domain,
    ...unknown,
    ...(isAuthorizer ? [] : [`channel.extra.receiverAuthorizer is ${shown(receiverAuthorizer)}`]),
    ...(isDelay ? [] : [`channel.extra.withdrawDelay is ${shown(withdrawDelay)}, more than a week`]),
  ];
}

/** From the service, so bounded. */
const shown = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 200);
