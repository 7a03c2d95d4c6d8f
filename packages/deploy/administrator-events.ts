import { readFile } from 'node:fs/promises';
import type { Address } from '@labroom/contracts/networks';
import { writeAtomically } from '@labroom/contracts/write-atomically';
import { type AbiEvent, decodeEventLog, encodeEventTopics, type Hex, type Log } from 'viem';
import { z } from 'zod';
import { administratorEvents } from './administrator-abi.ts';
import type { DeploymentReader } from './execute.ts';

export type EventName = (typeof administratorEvents)[number]['name'];

/** An event of an administrator. */
export interface AdministratorEvent {
  /** Lowercase. */
  address: string;
  name: EventName;
  args: Readonly<Record<string, unknown>>;
  transactionHash: Hex;
  blockNumber: string;
}

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/i)]);
const historyStateSchema = z.object({
  /** Chain, first block and contracts of the reading. */
  of: z.string(),
  /** The next block to read. */
  next: z.string().regex(/^\d+$/),
  logs: z.array(
    z.object({
      address: hex,
      topics: z.array(hex),
      data: hex,
      transactionHash: hex,
      blockNumber: z.string(),
    }),
  ),
});

/** Where a reading of the events stands. Data, so that an interrupted one can be continued. */
export type HistoryState = z.infer<typeof historyStateSchema>;

export interface ReadingOptions {
  /** Of an interrupted reading. */
  state?: HistoryState | undefined;
  /** Told after each range of blocks. */
  onState?: (state: HistoryState) => Promise<void> | void;
}

/**
 * The reading whose state is kept in a file.
 * @throws Error if the file holds something else
 */
export async function keptHistory(file: string): Promise<ReadingOptions> {
  const text = await readFile(file, 'utf8').catch(() => null);
  const parsed = text === null ? null : historyStateSchema.safeParse(JSON.parse(text));
  if (parsed?.success === false) throw new Error(`${file} does not hold how far the events were read.`);
  return {
    state: parsed?.data,
    onState: (state) => writeAtomically(file, JSON.stringify(state)),
  };
}

/** Blocks that are asked for at once, at most and at first. Halved each time that a node refuses. */
const WIDEST_RANGE = 10_000n;
/** Answers in a row after which a node is asked for twice as many blocks: it may have refused for another reason. */
const ANSWERS_TO_WIDEN = 8;
/** Blocks that a continued reading reads again, because the chain may have replaced them. */
const READ_AGAIN = 1_000n;

/**
 * Reads what administrators did in some contracts, in blocks from the first to the last.
 * @returns in the order of the chain
 * @throws Error if the state is of another reading, or the node answers with what was not asked for; viem's if the node answers not even
 * for one block
 */
export async function readAdministratorEvents(
  reader: DeploymentReader,
  addresses: readonly Address[],
  { first: firstBlock, last }: { first: bigint; last: bigint },
  { state, onState }: ReadingOptions,
): Promise<AdministratorEvent[]> {
  const topics = administratorEvents.map(
    (event) => encodeEventTopics({ abi: [event as AbiEvent] })[0] as Hex,
  );
  const of = [await reader.getChainId(), firstBlock, ...addresses.toSorted()].join(' ').toLowerCase();
  if (state && state.of !== of)
    throw new Error('How far the events were read is known for another deployment: begin with a new file.');
  let from = state ? max(firstBlock, BigInt(state.next) - READ_AGAIN) : firstBlock;
  const logs = (state?.logs ?? []).filter(({ blockNumber }) => BigInt(blockNumber) < from);
  let width = WIDEST_RANGE;
  let answers = 0;
  while (from <= last) {
    const to = from + width - 1n < last ? from + width - 1n : last;
    const range = await logsOf(reader, { addresses, topics, from, to, isLastTry: width === 1n }).catch(
      (error: unknown) => {
        if (width === 1n) throw error;
        return null;
      },
    );
    if (!range) {
      width /= 2n;
      answers = 0;
      continue;
    }
    logs.push(...range);
    from = to + 1n;
    answers += 1;
    if (answers % ANSWERS_TO_WIDEN === 0) width = min(width * 2n, WIDEST_RANGE);
    await onState?.({ of, next: String(from), logs });
  }
  return logs.map(({ address, topics: found, data, transactionHash, blockNumber }) => {
    const { name, args } = decoded(topics, found as [Hex, ...Hex[]], data);
    return { address: address.toLowerCase(), name, args, transactionHash, blockNumber };
  });
}

/** What a log says. Planted code can write logs of an event with other parameters: they have no arguments here, as no first event has. */
function decoded(
  topics: readonly Hex[],
  found: [Hex, ...Hex[]],
  data: Hex,
): Pick<AdministratorEvent, 'name' | 'args'> {
  try {
    const { eventName, args } = decodeEventLog({ abi: administratorEvents, topics: found, data });
    return { name: eventName, args: args as Readonly<Record<string, unknown>> };
  } catch {
    return { name: administratorEvents[topics.indexOf(found[0])]?.name as EventName, args: {} };
  }
}

const max = (one: bigint, other: bigint) => (one > other ? one : other);
const min = (one: bigint, other: bigint) => (one < other ? one : other);

async function logsOf(
  reader: DeploymentReader,
  {
    addresses,
    topics,
    from,
    to,
    isLastTry,
  }: {
    addresses: readonly Address[];
    topics: readonly Hex[];
    from: bigint;
    to: bigint;
    /** Whether the call is repeated before it fails. */
    isLastTry: boolean;
  },
) {
  const filter = {
    address: addresses,
    topics: [topics],
    fromBlock: `0x${from.toString(16)}` as const,
    toBlock: `0x${to.toString(16)}` as const,
  };
  const logs = (await reader.request(
    { method: 'eth_getLogs', params: [{ ...filter, address: [...addresses], topics: [[...topics]] }] },
    isLastTry ? {} : { retryCount: 0 },
  )) as unknown as Pick<
    Log<Hex, number, false>,
    'address' | 'topics' | 'data' | 'transactionHash' | 'blockNumber'
  >[];
  const asked = new Set(addresses.map((address) => address.toLowerCase()));
  for (const { address, topics: found, blockNumber } of logs) {
    const isAsked = asked.has(address.toLowerCase()) && topics.includes(found[0] ?? '0x');
    if (!isAsked || BigInt(blockNumber) < from || BigInt(blockNumber) > to)
      throw new Error(`The node answers with an event that was not asked for, of ${address}.`);
  }
  return logs.map(({ address, topics: found, data, transactionHash, blockNumber }) => ({
    address,
    topics: [...found] as Hex[],
    data,
    transactionHash,
    blockNumber: String(BigInt(blockNumber)),
  }));
}
