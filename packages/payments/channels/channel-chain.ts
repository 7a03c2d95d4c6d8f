import { paymentChannels } from '@labroom/contracts/payment-channels';
import { paymentChannelsAbi as abi } from '@labroom/contracts/payment-channels-abi';
import { claimBatchTypes } from '@x402/evm';
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  formatLog,
  type Hex,
  hashTypedData,
  numberToHex,
  parseEventLogs,
  type RpcLog,
} from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import type { PaymentNode } from '../facilitators/payment-node.ts';
import type { ChannelConfig } from './channel-config.ts';
import { type ChannelPayment, channelDomain } from './channel-payment.ts';
import type { ChannelState, ClaimedTotal } from './channel-store.ts';

type ChainNode = Pick<PaymentNode, 'node' | 'history'>;

const contract = { address: paymentChannels.contract, abi } as const;
/** Blocks per log request, and number of requests back from the newest block: half a day of Base. */
const searchedAtOnce = 2_000n;
const searches = 12;

export async function readChannel({ node }: ChainNode, id: Hex): Promise<ChannelState> {
  const [[balance, claimed], [, initiatedAt]] = await Promise.all([
    node.readContract({ ...contract, functionName: 'channels', args: [id] }),
    node.readContract({ ...contract, functionName: 'pendingWithdrawals', args: [id] }),
  ]);
  return { balance, claimed, withdrawalAt: initiatedAt === 0 ? null : new Date(initiatedAt * 1_000) };
}

/** What was claimed for a receiver and not sent to it yet. */
export async function readUnsent({ node }: ChainNode, receiver: Address, token: Address): Promise<bigint> {
  const [claimed, sent] = await node.readContract({
    ...contract,
    functionName: 'receivers',
    args: [receiver, token],
  });
  return claimed - sent;
}

type Deposit = NonNullable<ChannelPayment['deposit']>;

export function depositData({
  config,
  deposit,
}: {
  config: ChannelPayment['config'];
  deposit: Deposit;
}): Hex {
  const { amount, validAfter, validBefore, salt, signature } = deposit;
  const uint256 = { type: 'uint256' } as const;
  const collectorData = encodeAbiParameters(
    [uint256, uint256, uint256, { type: 'bytes' }],
    [validAfter, validBefore, salt, signature],
  );
  return encodeFunctionData({
    abi,
    functionName: 'deposit',
    args: [config, amount, paymentChannels.collector, collectorData],
  });
}

export interface DueClaim {
  config: ChannelConfig;
  channelId: Hex;
  /** What the voucher is signed for. */
  signed: bigint;
  signature: Hex;
  /** What is claimed in all: `signed`, or what the channel holds. */
  total: bigint;
}

/** Claims from channels of one receiver authorizer, whose key signs the batch. */
export async function claimData(claims: readonly DueClaim[], key: Hex, network: string): Promise<Hex> {
  const entries = claims.map(({ channelId, signed, total }) => ({
    channelId,
    maxClaimableAmount: signed,
    totalClaimed: total,
  }));
  const hash = hashTypedData({
    domain: channelDomain(network),
    types: claimBatchTypes,
    primaryType: 'ClaimBatch',
    message: { claims: entries },
  });
  const vouchers = claims.map(({ config, signed, signature, total }) => ({
    voucher: { channel: config, maxClaimableAmount: signed },
    signature,
    totalClaimed: total,
  }));
  const authorized = await sign({ hash, privateKey: key, to: 'hex' });
  return encodeFunctionData({ abi, functionName: 'claimWithSignature', args: [vouchers, authorized] });
}

export const authorizerOf = (key: Hex): Address => privateKeyToAccount(key).address;

export const sendData = (receiver: Address, token: Address): Hex =>
  encodeFunctionData({ abi, functionName: 'settle', args: [receiver, token] });

/** The claims of channels that the recent blocks have, the first one first. */
export async function findClaims({ node, history }: ChainNode, ids: readonly Hex[]): Promise<ClaimedTotal[]> {
  const topics = encodeEventTopics({ abi, eventName: 'Claimed', args: { channelId: [...ids] } });
  const found: ClaimedTotal[] = [];
  let last = await node.getBlockNumber({ cacheTime: 0 });
  for (let left = searches; left > 0 && last >= 0n; left -= 1) {
    const first = last < searchedAtOnce ? 0n : last - searchedAtOnce + 1n;
    const logs: RpcLog[] = await history.request({
      method: 'eth_getLogs',
      params: [
        { address: contract.address, topics, fromBlock: numberToHex(first), toBlock: numberToHex(last) },
      ],
    });
    const claims = parseEventLogs({ abi, eventName: 'Claimed', logs: logs.map((log) => formatLog(log)) });
    found.unshift(
      ...claims.map(({ args, transactionHash }) => ({
        channelId: args.channelId,
        total: args.newTotalClaimed,
        transaction: transactionHash as Hex,
      })),
    );
    if (ids.every((id) => found.some(({ channelId }) => channelId === id))) break;
    last = first - 1n;
  }
  return found;
}
