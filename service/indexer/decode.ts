import { type AbiParameter, decodeEventLog, type Log } from 'viem';
import { encodeOclId } from '../../contracts/ocl-id.ts';
import type { onchainEvents, quarantinedLogs } from '../db/tables/chain.ts';
import type { FetchedRange } from './fetch-logs.ts';
import type { FollowedContract } from './followed-contracts.ts';

export interface NewEvent extends Omit<typeof onchainEvents.$inferInsert, 'indexedAt'> {
  /** The addresses among the arguments, and the sender of the transaction; lowercase, each once. */
  addresses: string[];
}
type QuarantinedLog = typeof quarantinedLogs.$inferInsert;

/** Logs as rows: what the ABI explains, and apart from it what it does not, so that one strange log stops nothing. */
export function decodeLogs(
  chainId: number,
  { headers, logs, followed }: Pick<FetchedRange, 'headers' | 'logs' | 'followed'>,
) {
  const contracts = new Map<string, FollowedContract>(
    followed.map((contract) => [contract.address, contract]),
  );
  const blocks = new Map(headers.map((header) => [header.number, header]));
  const events: NewEvent[] = [];
  const quarantined: QuarantinedLog[] = [];
  for (const log of logs) {
    const address = log.address.toLowerCase();
    const contract = contracts.get(address);
    const blockNumber = Number(log.blockNumber);
    const block = blocks.get(blockNumber);
    const txSender = block?.senders.get(log.transactionHash);
    if (!contract || !block || !txSender)
      throw new Error(`A log of block ${blockNumber} came without its contract, header or sender`);
    const row = {
      chainId,
      blockNumber,
      logIndex: log.logIndex,
      contractAddress: address,
      txHash: log.transactionHash,
      blockHash: log.blockHash,
    };
    try {
      const { eventName, args, addresses } = decode(log, contract);
      events.push({
        ...row,
        contractName: contract.name,
        eventName,
        args,
        txSender,
        blockTimestamp: new Date(block.timestamp * 1000),
        oclId: oclIdOf(eventName, args),
        addresses: [...new Set([txSender, ...addresses])],
      });
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
      quarantined.push({ ...row, topics: [...log.topics], data: log.data, reason });
    }
  }
  return { events, quarantined };
}

function decode(log: Log<bigint, number, false>, { events }: FollowedContract) {
  const { data, topics } = log;
  const event = topics[0] && events.get(topics[0]);
  if (!event) throw new Error('The contract is not known to log such an event');
  // Alone, as viem would otherwise hash the signatures of the whole ABI for every log.
  const { args = {} } = decodeEventLog({ abi: [event], data, topics, strict: true });
  const addresses: string[] = [];
  return { eventName: event.name, args: fieldsAsJson(args, event.inputs, addresses), addresses };
}

function fieldsAsJson(values: unknown, inputs: readonly AbiParameter[], addresses: string[]) {
  const fields = values as Record<string, unknown>;
  return Object.fromEntries(
    inputs.map((input) => [input.name, asJson(fields[input.name ?? ''], input, addresses)]),
  );
}

/** Puts the addresses that it meets into `addresses`. */
function asJson(value: unknown, input: AbiParameter, addresses: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => asJson(entry, input, addresses));
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'object' && 'components' in input)
    return fieldsAsJson(value, input.components, addresses);
  if (typeof value !== 'string') return value;
  // PostgreSQL takes no NUL in text, and anybody may put one into a string of theirs.
  if (!input.type.startsWith('address')) return value.replaceAll('\0', '\uFFFD');
  const address = value.toLowerCase();
  addresses.push(address);
  return address;
}

/** Events that name only a token id get their lab when they are stored. */
function oclIdOf(eventName: string, args: Record<string, unknown>): string | null {
  if (typeof args.oclId === 'string') return args.oclId.toLowerCase();
  if (eventName !== 'AccountProvisioned') return null;
  return encodeOclId({ tokenId: BigInt(String(args.tokenId)), account: String(args.account) });
}
