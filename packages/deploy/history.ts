import { readFile } from 'node:fs/promises';
import type { Address } from '@labroom/contracts/networks';
import { writeAtomically } from '@labroom/contracts/write-atomically';
import {
  type AbiEvent,
  decodeEventLog,
  encodeEventTopics,
  type Hex,
  type Log,
  parseAbi,
  zeroAddress,
  zeroHash,
} from 'viem';
import { z } from 'zod';
import { create2Deployer } from './create2.ts';
import type { DeploymentReader } from './execute.ts';
import { type DeployedManifest, planOfManifest } from './plan-of-manifest.ts';
import { roles } from './timelock.ts';

/** Everything that tells of an administrator: of the timelock, of proxies and of owners, and the settings that are not pictures. */
const events = parseAbi([
  'event CallScheduled(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data, bytes32 predecessor, uint256 delay)',
  'event CallExecuted(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data)',
  'event Cancelled(bytes32 indexed id)',
  'event MinDelayChange(uint256 oldDuration, uint256 newDuration)',
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)',
  'event Upgraded(address indexed implementation)',
  'event Initialized(uint64 version)',
  'event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner)',
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
]);
type EventName = (typeof events)[number]['name'];

interface Expected {
  address: Address;
  name: EventName;
  args: Readonly<Record<string, unknown>>;
}

/** A log that the manifest does not explain. */
interface Found {
  address: Address;
  event: string;
  transactionHash: Hex;
  blockNumber: string;
}

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/i)]);
const historyStateSchema = z.object({
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

/** Where a reading of the history stands. Data, so that an interrupted one can be continued. */
export type HistoryState = z.infer<typeof historyStateSchema>;

/**
 * The history whose state is kept in a file.
 * @throws Error if the file holds something else
 */
export async function keptHistory(file: string): Promise<Pick<HistoryOptions, 'state' | 'onState'>> {
  const text = await readFile(file, 'utf8').catch(() => null);
  const parsed = text === null ? null : historyStateSchema.safeParse(JSON.parse(text));
  if (parsed?.success === false) throw new Error(`${file} does not hold how far the events were read.`);
  return {
    state: parsed?.data,
    onState: (state) => writeAtomically(file, JSON.stringify(state)),
  };
}

export interface HistoryOptions {
  reader: DeploymentReader;
  manifest: DeployedManifest;
  /** Of an interrupted reading. */
  state?: HistoryState | undefined;
  /** Told after each range of blocks. */
  onState?: (state: HistoryState) => Promise<void> | void;
}

/** Blocks that are asked for at once, at first. Halved each time that a node refuses. */
const WIDEST_RANGE = 10_000n;

/**
 * Reads from the first block of the deployment what its administrators ever did, and names what the manifest does not: upgrades, calls of the
 * timelock, roles, owners. The state of today says nothing about what was there in between.
 * @returns a message for each event that is not explained, and for each first event that is missing
 * @throws if the node answers not even for one block
 */
export async function historyProblems({
  reader,
  manifest,
  state,
  onState,
}: HistoryOptions): Promise<string[]> {
  const { deployment, startBlock } = manifest;
  const plan = planOfManifest(manifest);
  const expected = firstEvents(manifest);
  const nameOf = new Map(plan.contracts.map(({ name, address }) => [address.toLowerCase(), name]));
  for (const { name, address } of plan.created) nameOf.set(address.toLowerCase(), name);
  const addresses = [...new Set(expected.map(({ address }) => address))];
  const topics = events.map((event) => encodeEventTopics({ abi: [event as AbiEvent] })[0] as Hex);

  const last = await reader.getBlockNumber();
  const logs = state?.logs ?? [];
  let from = BigInt(state?.next ?? startBlock ?? 0);
  let width = WIDEST_RANGE;
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
      continue;
    }
    logs.push(...range);
    from = to + 1n;
    await onState?.({ next: String(from), logs });
  }

  const explained = new Set<string>(deployment.changes.map(({ transactionHash }) => transactionHash));
  const open = [...expected];
  const unknown: Found[] = [];
  for (const log of logs) {
    const { eventName, args } = decodeEventLog({
      abi: events,
      topics: log.topics as [Hex, ...Hex[]],
      data: log.data,
    });
    const index = open.findIndex(
      (first) =>
        first.address.toLowerCase() === log.address.toLowerCase() &&
        first.name === eventName &&
        isSame(first.args, args as Readonly<Record<string, unknown>>),
    );
    if (index >= 0) open.splice(index, 1);
    else if (!explained.has(log.transactionHash))
      unknown.push({ ...log, event: `${eventName}(${Object.values(args as object).join(', ')})` });
  }
  return [
    ...unknown.map(
      ({ address, event, transactionHash, blockNumber }) =>
        `${nameOf.get(address.toLowerCase())} at ${address}: ${event} in transaction ${transactionHash}, block ${blockNumber}, is not in the manifest`,
    ),
    ...open.map(
      ({ address, name, args }) =>
        `${nameOf.get(address.toLowerCase())} at ${address}: its first ${name}(${Object.values(args).join(', ')}) is not in the blocks from ${startBlock ?? 0} on, so what happened before them is not known`,
    ),
  ];
}

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
  return logs.map(({ address, topics: found, data, transactionHash, blockNumber }) => ({
    address,
    topics: [...found] as Hex[],
    data,
    transactionHash,
    blockNumber: String(BigInt(blockNumber)),
  }));
}

/** What the constructors and initializers tell, each once. */
function firstEvents(manifest: DeployedManifest): Expected[] {
  const plan = planOfManifest(manifest);
  const { safe, delaySeconds } = manifest.deployment.options;
  const { timelock } = plan;
  const at = (name: string) => {
    const found = [...plan.contracts, ...plan.created].find((contract) => contract.name === name);
    if (!found) throw new Error(`the plan has no ${name}`);
    return found.address;
  };
  const sender = create2Deployer.address;
  const role = (id: Hex, account: Address): Expected => ({
    address: timelock,
    name: 'RoleGranted',
    args: { role: id, account, sender },
  });
  const owned = (name: string, owner: Address): Expected => ({
    address: at(name),
    name: 'OwnershipTransferred',
    args: { previousOwner: zeroAddress, newOwner: owner },
  });
  const proxy = (name: string): Expected[] => [
    { address: at(`${name} proxy`), name: 'Upgraded', args: { implementation: at(name) } },
    owned(`${name} proxy`, timelock),
    { address: at(`${name} proxy`), name: 'Initialized', args: { version: 1n } },
  ];
  return [
    role(zeroHash, timelock),
    role(roles.PROPOSER_ROLE, safe),
    role(roles.CANCELLER_ROLE, safe),
    role(roles.EXECUTOR_ROLE, safe),
    {
      address: timelock,
      name: 'MinDelayChange',
      args: { oldDuration: 0n, newDuration: BigInt(delaySeconds) },
    },
    owned('LabNFT', timelock),
    owned('RecordAnchor', timelock),
    ...['AccessResolver', 'OclTokenizerPolicy', 'DidRegistry'].flatMap(proxy),
    owned('RelayerAccount', manifest.deployment.options.relayer),
  ];
}

function isSame(expected: Readonly<Record<string, unknown>>, actual: Readonly<Record<string, unknown>>) {
  return Object.entries(expected).every(
    ([name, value]) => String(actual[name]).toLowerCase() === String(value).toLowerCase(),
  );
}
