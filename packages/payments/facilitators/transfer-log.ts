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
 * Log indexes of transfers of exactly this amount of the asset between two addresses, without transfers by EIP-3009
 * authorizations, which are payments of their own.
 */
export function transfersOf(logs: readonly Log[], transfer: Transfer): number[] {
  const events = eventsOf(logs, transfer.asset);
  return events.flatMap((event, at) =>
    isTransfer(event, transfer) && events[at - 1]?.eventName !== 'AuthorizationUsed' ? indexOf(event) : [],
  );
}

/**
 * Log index of the transfer by this authorization: at most one, because a token accepts a nonce once.
 *
 * [Note: whose transfer] A payer can sign the same nonce twice, for this service and for another wallet, and have the
 * latter executed in one transaction beside another payment to this service. Both events in one receipt therefore
 * prove nothing: the transfer must be the event of the asset that follows the use of the nonce, the order in which
 * EIP-3009 tokens log them.
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

/** Topics of the logs that end an authorization: used or canceled. */
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
