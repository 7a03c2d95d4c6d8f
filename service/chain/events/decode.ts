import { encodeOclId } from '@labroom/contracts/ocl-id';
import type { Hex } from 'viem';
import type { onchainEvents, quarantinedLogs } from '#platform/db/tables/chain.ts';
import type { Header } from '../headers.ts';
import type { MinedLog } from '../logs.ts';
import type { FollowedContract } from './followed-contracts.ts';

export interface NewEvent extends Omit<typeof onchainEvents.$inferInsert, 'indexedAt'> {
  /** The addresses among the arguments and the sender of the transaction, lowercase, possibly repeated. */
  addresses: string[];
}

export interface DecodedLogs {
  events: NewEvent[];
  quarantined: (typeof quarantinedLogs.$inferInsert)[];
}

interface LogsToDecode {
  /** Headers of all blocks with logs. */
  headers: Header[];
  logs: MinedLog[];
  /** By transaction hash. */
  senders: ReadonlyMap<Hex, string>;
  /** All contracts and tokens that these logs may come from. */
  followed: FollowedContract[];
}

/**
 * Converts logs to rows. Logs that the ABI does not explain are returned apart, so that one of them does not stop
 * indexing.
 */
export function decodeLogs(chainId: number, { headers, logs, senders, followed }: LogsToDecode): DecodedLogs {
  const contracts = new Map<string, FollowedContract>(
    followed.map((contract) => [contract.address, contract]),
  );
  const timeOf = new Map(headers.map(({ number, timestamp }) => [number, new Date(timestamp * 1000)]));
  const { events, quarantined }: DecodedLogs = { events: [], quarantined: [] };
  for (const log of logs) {
    const { address, blockNumber } = log;
    const contract = contracts.get(address);
    const blockTimestamp = timeOf.get(blockNumber);
    const txSender = senders.get(log.transactionHash);
    if (!contract || !blockTimestamp || !txSender)
      throw new Error(`A log of block ${blockNumber} has no known contract, header or sender`);
    const { logIndex, transactionHash: txHash, blockHash } = log;
    try {
      const { eventName, args, addresses } = readEvent(log, contract);
      if (!addresses.includes(txSender)) addresses.push(txSender);
      events.push({
        chainId,
        blockNumber,
        logIndex,
        contractAddress: address,
        contractName: contract.name,
        eventName,
        args,
        txHash,
        txSender,
        blockHash,
        blockTimestamp,
        oclId: oclIdOf(eventName, args),
        addresses,
      });
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
      const { topics, data } = log;
      const place = { chainId, blockNumber, logIndex, contractAddress: address, txHash, blockHash };
      quarantined.push({ ...place, topics: [...topics], data, reason });
    }
  }
  return { events, quarantined };
}

/** @throws Error with the reason why the log cannot be decoded */
export function readEvent(log: MinedLog, { events }: FollowedContract) {
  const event = log.topics[0] && events.get(log.topics[0]);
  if (!event) throw new Error('The contract has no such event');
  const { args, addresses } = event.read(log);
  return { eventName: event.name, args, addresses };
}

/** Events that name only a token id get their lab when they are stored. */
function oclIdOf(eventName: string, args: Record<string, unknown>): string | null {
  if (typeof args.oclId === 'string') return args.oclId.toLowerCase();
  if (eventName !== 'AccountProvisioned') return null;
  return encodeOclId({ tokenId: BigInt(String(args.tokenId)), account: String(args.account) });
}
