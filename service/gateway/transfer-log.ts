import {
  type Address,
  encodeEventTopics,
  type Hex,
  isAddressEqual,
  type Log,
  parseAbi,
  parseEventLogs,
} from 'viem';

/** What the stablecoin logs of payments (EIP-20, EIP-3009). */
export const paymentEvents = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
]);

interface Transfer {
  asset: Address;
  from: Address;
  to: Address;
  value: bigint;
}

/**
 * The log indexes of the transfers of exactly this much of the asset, from one to the other, without those that an EIP-3009
 * authorization made: each of these is the payment of its own authorization.
 */
export function transfersOf(logs: readonly Log[], transfer: Transfer): number[] {
  const events = eventsOf(logs, transfer.asset);
  return events.flatMap((event, at) =>
    isTransfer(event, transfer) && events[at - 1]?.eventName !== 'AuthorizationUsed' ? indexOf(event) : [],
  );
}

/**
 * The log indexes of the transfers by this very authorization: at most one, as a token accepts a nonce once.
 *
 * [Note: whose transfer] A payer can sign the same nonce twice, once for us and once for a wallet of his own, and have
 * the latter executed in one transaction beside another payment to us. So it does not count that both events stand in
 * the receipt: the transfer must be the event of the asset that follows the use of the nonce, in which order the
 * tokens with EIP-3009 log them.
 */
export function transfersBy(logs: readonly Log[], nonce: Hex, transfer: Transfer): number[] {
  const events = eventsOf(logs, transfer.asset);
  return events.flatMap((event, at) => {
    if (event.eventName !== 'AuthorizationUsed') return [];
    const { authorizer, nonce: used } = event.args;
    const next = events[at + 1];
    const isPaid =
      used === nonce &&
      isAddressEqual(authorizer, transfer.from) &&
      next !== undefined &&
      isTransfer(next, transfer);
    return isPaid ? indexOf(next) : [];
  });
}

/** Logs of a mined transaction have an index. */
function indexOf({ logIndex }: PaymentEvent): number[] {
  return logIndex === null ? [] : [logIndex];
}

/** The topics of the logs that tell of the end of an authorization, used or cancelled. */
export function endOfAuthorization(authorizer: Address, nonce: Hex): [Hex[], Hex, Hex] {
  const topicsOf = (eventName: 'AuthorizationUsed' | 'AuthorizationCanceled') =>
    encodeEventTopics({ abi: paymentEvents, eventName, args: { authorizer, nonce } });
  const [used, from, id] = topicsOf('AuthorizationUsed') as [Hex, Hex, Hex];
  const [cancelled] = topicsOf('AuthorizationCanceled') as [Hex];
  return [[used, cancelled], from, id];
}

type PaymentEvent = ReturnType<typeof eventsOf>[number];

function eventsOf(logs: readonly Log[], asset: Address) {
  const own = logs.filter(({ address }) => isAddressEqual(address, asset));
  return parseEventLogs({ abi: paymentEvents, logs: own });
}

function isTransfer(event: PaymentEvent, { from, to, value }: Transfer): boolean {
  return (
    event.eventName === 'Transfer' &&
    isAddressEqual(event.args.from, from) &&
    isAddressEqual(event.args.to, to) &&
    event.args.value === value
  );
}
