import { type AbiEvent, type AbiParameter, decodeAbiParameters, type Hex } from 'viem';
import { encodeOclId } from '../../contracts/ocl-id.ts';
import type { Header } from '../chain/headers.ts';
import type { MinedLog } from '../chain/logs.ts';
import type { onchainEvents, quarantinedLogs } from '../db/tables/chain.ts';
import type { FollowedContract } from './followed-contracts.ts';

export interface NewEvent extends Omit<typeof onchainEvents.$inferInsert, 'indexedAt'> {
  /** The addresses among the arguments, and the sender of the transaction; lowercase, each once. */
  addresses: string[];
}

export interface DecodedLogs {
  events: NewEvent[];
  quarantined: (typeof quarantinedLogs.$inferInsert)[];
}

/** Logs as rows: what the ABI explains, and apart from it what it does not, so that one strange log stops nothing. */
export function decodeLogs(
  chainId: number,
  { headers, logs, followed }: { headers: Header[]; logs: MinedLog[]; followed: FollowedContract[] },
): DecodedLogs {
  const contracts = new Map<string, FollowedContract>(
    followed.map((contract) => [contract.address, contract]),
  );
  const blocks = new Map(headers.map((header) => [header.number, header]));
  const { events, quarantined }: DecodedLogs = { events: [], quarantined: [] };
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

function decode(log: MinedLog, { events }: FollowedContract) {
  const event = log.topics[0] && events.get(log.topics[0]);
  if (!event) throw new Error('The contract is not known to log such an event');
  const addresses: string[] = [];
  const args = fieldsAsJson(argumentsOf(event, log), event.inputs, addresses);
  return { eventName: event.name, args, addresses };
}

/** What viem's `decodeEventLog` gives, which would hash the signature of the event for every log again. */
function argumentsOf({ name, inputs }: AbiEvent, { data, topics }: MinedLog): Record<string, unknown> {
  const indexed = inputs.filter((input) => input.indexed).map(asTopic);
  const plain = inputs.filter((input) => !input.indexed);
  if (topics.length <= indexed.length) throw new Error(`The log has fewer topics than ${name}`);
  const words = topics.slice(1).map((topic) => topic.slice(2));
  const named = (params: readonly AbiParameter[], bytes: Hex) =>
    params.length === 0
      ? []
      : decodeAbiParameters(params, bytes).map((value, at) => [params[at]?.name, value]);
  return Object.fromEntries([...named(indexed, `0x${words.join('')}`), ...named(plain, data)]);
}

/** Of what does not fit into a topic, the topic is the hash. */
function asTopic({ name, type }: AbiParameter): AbiParameter {
  const isHashed = type === 'string' || type === 'bytes' || type.startsWith('tuple') || type.endsWith(']');
  return { name, type: isHashed ? 'bytes32' : type };
}

function fieldsAsJson(values: object, inputs: readonly AbiParameter[], addresses: string[]) {
  const fields = values as Record<string, unknown>;
  return Object.fromEntries(
    inputs.map((input) => [input.name, asJson(fields[input.name ?? ''], input, addresses)]),
  );
}

/** Puts the addresses that it meets into `addresses`. */
function asJson(value: unknown, input: AbiParameter, addresses: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => asJson(entry, input, addresses));
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'object' && value && 'components' in input)
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
