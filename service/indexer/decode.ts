import { type AbiParameter, decodeEventLog, type Log } from 'viem';
import { encodeOclId } from '../../contracts/ocl-id.ts';
import type { onchainEvents, quarantinedLogs } from '../db/tables/chain.ts';
import type { FetchedRange } from './fetch-logs.ts';
import type { FollowedContract } from './followed-contracts.ts';

export type NewEvent = typeof onchainEvents.$inferInsert;
type QuarantinedLog = typeof quarantinedLogs.$inferInsert;

/** Logs as rows: what the ABI explains, and apart from it what it does not, so that one strange log stops nothing. */
export function decodeLogs(chainId: number, followed: FollowedContract[], { headers, logs }: FetchedRange) {
  const times = new Map(headers.map((header) => [header.number, new Date(header.timestamp * 1000)]));
  const events: NewEvent[] = [];
  const quarantined: QuarantinedLog[] = [];
  for (const log of logs) {
    const address = log.address.toLowerCase();
    const contract = followed.find((candidate) => candidate.address === address);
    const blockNumber = Number(log.blockNumber);
    const blockTimestamp = times.get(blockNumber);
    if (!contract || !blockTimestamp)
      throw new Error(`A log of block ${blockNumber} came without its contract or header`);
    const row = {
      chainId,
      blockNumber,
      logIndex: log.logIndex,
      contractAddress: address,
      txHash: log.transactionHash,
      blockHash: log.blockHash,
    };
    try {
      const { eventName, args } = decode(log, contract);
      events.push({
        ...row,
        contractName: contract.name,
        eventName,
        args,
        blockTimestamp,
        oclId: oclIdOf(eventName, args),
      });
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
      quarantined.push({ ...row, topics: [...log.topics], data: log.data, reason });
    }
  }
  return { events, quarantined };
}

function decode(log: Log<bigint, number, false>, { abi }: FollowedContract) {
  const { eventName = '', args = {} } = decodeEventLog({
    abi,
    data: log.data,
    topics: log.topics,
    strict: true,
  });
  const event = abi.find((item) => item.type === 'event' && item.name === eventName);
  return { eventName, args: fieldsAsJson(args, event?.type === 'event' ? event.inputs : []) };
}

function fieldsAsJson(values: unknown, inputs: readonly AbiParameter[]): Record<string, unknown> {
  const fields = values as Record<string, unknown>;
  return Object.fromEntries(inputs.map((input) => [input.name, asJson(fields[input.name ?? ''], input)]));
}

function asJson(value: unknown, input: AbiParameter): unknown {
  if (Array.isArray(value)) return value.map((entry) => asJson(entry, input));
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'object' && 'components' in input) return fieldsAsJson(value, input.components);
  if (typeof value !== 'string') return value;
  // PostgreSQL takes no NUL in text, and anybody may put one into a string of theirs.
  return input.type.startsWith('address') ? value.toLowerCase() : value.replaceAll('\0', '\uFFFD');
}

/** Events that name only a token id get their lab when they are stored. */
function oclIdOf(eventName: string, args: Record<string, unknown>): string | null {
  if (typeof args.oclId === 'string') return args.oclId.toLowerCase();
  if (eventName !== 'AccountProvisioned') return null;
  return encodeOclId({ tokenId: BigInt(String(args.tokenId)), account: String(args.account) });
}
