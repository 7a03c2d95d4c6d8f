import type { Address, Hex } from 'viem';
import type { Facilitator } from '../payment/facilitator.ts';
import type { CallScope } from '../sale/paid-call.ts';
import {
  authorizerOf,
  claimData,
  type DueClaim,
  findClaims,
  readChannel,
  readUnsent,
  sendData,
} from './channel-chain.ts';
import type { ChannelPorts } from './channel-ports.ts';
import type { StoredChannel } from './channel-store.ts';

/** What claiming needs of the seller's program. */
export interface ClaimPorts extends Pick<ChannelPorts, 'keys' | 'store' | 'chain'> {
  facilitator: Facilitator;
  /** Of the channels, e.g. `eip155:8453`. */
  network: string;
}

/** Channels of one transaction, far below its limit of gas. */
const PORTION = 25;

/**
 * Claims what calls were charged to channels, many calls with one transaction, and has it sent to the receiver.
 *
 * [Note: claims from channels] The chain is read first and decides: a claim that this or another process sent before it
 * died is found there, and a total that is already claimed changes nothing. Calls are settled by the events of the chain,
 * not by the transaction of this process. Idempotent; may run in several processes at once.
 */
export async function claimChannels(ports: ClaimPorts, log: CallScope['log']) {
  const { store, facilitator } = ports;
  if (!facilitator.sendToChannels) return { done: 0, more: false };
  const due = await store.takeDue(PORTION);
  if (due.length === 0) return { done: 0, more: false };
  const claims = (await Promise.all(due.map((row) => claimOf(ports, row, log)))).filter(
    (claim) => claim !== null,
  );
  const transactions = await Promise.allSettled(
    Object.values(Object.groupBy(claims, ({ config }) => config.receiverAuthorizer)).map((group) =>
      sendClaims(ports, group ?? []),
    ),
  );
  const ids = due.map(({ id }) => id as Hex);
  let done = 0;
  for (const claimed of await findClaims(ports.chain, ids)) done += await store.settleCalls(claimed);
  await sendOn(ports, due);
  for (const outcome of transactions) if (outcome.status === 'rejected') throw outcome.reason;
  return { done, more: due.length === PORTION };
}

/** What is still to be claimed from a channel; `null` if nothing is. */
async function claimOf(
  { chain }: ClaimPorts,
  row: StoredChannel,
  log: CallScope['log'],
): Promise<DueClaim | null> {
  const { balance, claimed } = await readChannel(chain, row.id as Hex);
  const signed = BigInt(row.charged);
  const total = signed < balance ? signed : balance;
  if (total < signed)
    log.error({ channel: row.id, lost: `${signed - total}` }, 'the payer took out what is owed');
  if (total <= claimed || !row.signature) return null;
  return { channelId: row.id as Hex, config: row.config, signed, signature: row.signature, total };
}

async function sendClaims({ keys, network, facilitator }: ClaimPorts, claims: readonly DueClaim[]) {
  const authorizer = claims[0]?.config.receiverAuthorizer.toLowerCase();
  const key = keys.find((one) => authorizerOf(one).toLowerCase() === authorizer);
  if (!key) throw new Error(`No key for claims of ${authorizer}: put its secret back into SERVICE_SECRET`);
  await facilitator.sendToChannels?.(await claimData(claims, key, network));
}

/** Has the contract send what is claimed. Anyone may do that, so a lost transaction costs nothing. */
async function sendOn({ chain, facilitator }: ClaimPorts, due: readonly StoredChannel[]): Promise<void> {
  const receivers = new Map(
    due.map(({ config: { receiver, token } }) => [`${receiver}${token}`.toLowerCase(), { receiver, token }]),
  );
  for (const { receiver, token } of receivers.values())
    if ((await readUnsent(chain, receiver as Address, token as Address)) > 0n)
      await facilitator.sendToChannels?.(sendData(receiver, token));
}
