import type { Address } from '@labroom/contracts/networks';
import { type Hex, zeroAddress, zeroHash } from 'viem';
import {
  type AdministratorEvent,
  type EventName,
  type ReadingOptions,
  readAdministratorEvents,
} from './administrator-events.ts';
import { create2Deployer } from './create2.ts';
import { describeCall } from './describe-call.ts';
import type { DeploymentReader } from './execute.ts';
import { type DeployedManifest, type Findings, planOfManifest } from './plan-of-manifest.ts';
import { ownedContracts, roles } from './timelock.ts';
import { listedUpgrades, notTheUpgrade } from './upgrades.ts';

interface Expected {
  address: string;
  name: EventName;
  args: Readonly<Record<string, unknown>>;
}

interface History extends Pick<Findings, 'failed'> {
  /** What each transaction that the manifest lists did. */
  explained: string[];
  /** The newest block that was read. */
  last: { number: bigint; timestamp: bigint };
}

/**
 * Reads from the first block of the deployment what its administrators ever did, and names what the manifest does not: upgrades, calls of the
 * timelock, roles, owners. The state of today says nothing about what was there in between. Names also listed transactions that did
 * something else, and administrators of the timelock whom a listed transaction added and the manifest does not name.
 * @throws if the node answers not even for one block
 */
export async function readHistory(
  reader: DeploymentReader,
  manifest: DeployedManifest,
  reading: ReadingOptions,
): Promise<History> {
  const { deployment, startBlock, administration } = manifest;
  const nameOf = namesOf(manifest);
  const expected = firstEvents(manifest);
  const addresses = [...new Set(expected.map(({ address }) => address as Address))];
  const { number, timestamp } = await reader.getBlock();
  const range = { first: BigInt(startBlock ?? 0), last: number };
  const events = await readAdministratorEvents(reader, addresses, range, reading);
  const subject = (address: string) => `${nameOf.get(address)} at ${address}`;
  const failed: string[] = [];

  const open = [...expected];
  const done = new Map<string, string[]>();
  const upgrades = listedUpgrades(deployment);
  const listed = new Map(deployment.changes.map(({ transactionHash, what }) => [transactionHash, what]));
  const seen = new Set<string>();
  for (const event of events) {
    const { address, name, args, transactionHash, blockNumber } = event;
    const index = open.findIndex((first) => isSame(first, event));
    if (index >= 0) {
      open.splice(index, 1);
      continue;
    }
    const told = `${name}(${Object.entries(args).map(textOf).join(', ')})`;
    const what = listed.get(transactionHash);
    if (what === undefined) {
      failed.push(
        `${subject(address)}: ${told} in transaction ${transactionHash}, block ${blockNumber}, is not in the manifest`,
      );
      continue;
    }
    done.set(transactionHash, [...(done.get(transactionHash) ?? []), `${nameOf.get(address)}: ${told}`]);
    // Only the account of the relayer changes hands. Another owner can do everything, also without an event of an administrator.
    const isGivenAway =
      name === 'OwnershipTransferred' &&
      nameOf.get(address) !== 'RelayerAccount' &&
      !isEqual(args.newOwner, administration.timelock);
    if (isGivenAway)
      failed.push(
        `${subject(address)}: ${told} in transaction ${transactionHash}: the manifest lists it as "${what}", but the timelock was no longer the owner`,
      );
    if (name !== 'Upgraded') continue;
    const upgrade = upgrades.find(
      (candidate) =>
        candidate.transactionHash === transactionHash &&
        candidate.proxy === nameOf.get(address) &&
        isEqual(candidate.implementation.address, args.implementation),
    );
    if (upgrade) seen.add(`${transactionHash} ${upgrade.proxy}`);
    else
      failed.push(
        `${subject(address)}: ${told} in transaction ${transactionHash}: the manifest lists it as "${what}", and not as this upgrade`,
      );
  }
  for (const [transactionHash, what] of listed)
    if (!done.has(transactionHash))
      failed.push(
        `transaction ${transactionHash}: the manifest lists it as "${what}", but no administrator, code or call of these contracts is in it`,
      );
  for (const { transactionHash, proxy, implementation } of upgrades)
    if (!seen.has(`${transactionHash} ${proxy}`))
      failed.push(notTheUpgrade(transactionHash, proxy, implementation.address));
  failed.push(
    ...strangers(events, administration).map(
      ({ address, args, transactionHash }) =>
        `${subject(address)}: since transaction ${transactionHash} ${args.account} has the role ${roleName(args.role)}, and the manifest does not name it`,
    ),
    ...open.map(
      ({ address, name, args }) =>
        `${subject(address)}: its first ${name}(${Object.values(args).join(', ')}) is not in the blocks from ${startBlock ?? 0} on, so what happened before them is not known`,
    ),
  );
  const explained = [...done].map(
    ([transactionHash, told]) =>
      `transaction ${transactionHash} ("${listed.get(transactionHash as Hex)}") did: ${told.join('; ')}`,
  );
  return { failed, explained, last: { number, timestamp } };
}

/** The grants of roles of the timelock that hold, to others than the present administrators. */
function strangers(
  events: readonly AdministratorEvent[],
  { safe, timelock }: DeployedManifest['administration'],
): AdministratorEvent[] {
  const holders = new Map<string, AdministratorEvent>();
  for (const event of events) {
    const key = `${event.args.role} ${event.args.account}`;
    if (!isEqual(event.address, timelock)) continue;
    if (event.name === 'RoleGranted') holders.set(key, event);
    if (event.name === 'RoleRevoked') holders.delete(key);
  }
  return [...holders.values()].filter(
    ({ args }) => !isEqual(args.account, args.role === zeroHash ? timelock : safe),
  );
}

/** The value of an event. A call of the timelock is its function with the arguments. */
function textOf([name, value]: [string, unknown]): string {
  return name === 'data' ? describeCall(value as Hex) : String(value);
}

function roleName(role: unknown): string {
  return Object.entries(roles).find(([, id]) => id === role)?.[0] ?? `${role}`;
}

/** The contracts by name, as the code proves them; without the code, as the manifest lists them. */
function contractsOf(manifest: DeployedManifest): readonly { name: string; address: Address }[] {
  const plan = planOfManifest(manifest);
  if (plan) return [...plan.contracts, ...plan.created];
  // Names that only the manifest says cannot take the contracts out of the reading that the programs use.
  const { contracts, administration, deployment } = manifest;
  const used = Object.entries({ ...ownedContracts, relayerAccount: 'RelayerAccount' }).flatMap(
    ([role, name]) => {
      const address = contracts[role as keyof typeof ownedContracts | 'relayerAccount'];
      return address ? [{ name, address }] : [];
    },
  );
  return [...used, { name: 'TimelockController', address: administration.timelock }, ...deployment.contracts];
}

function namesOf(manifest: DeployedManifest): Map<string, string> {
  return new Map(
    contractsOf(manifest)
      .toReversed()
      .map(({ name, address }) => [address.toLowerCase(), name]),
  );
}

/** What the constructors and initializers tell, each once. */
function firstEvents(manifest: DeployedManifest): Expected[] {
  const { safe, delaySeconds, relayer } = manifest.deployment.options;
  const contracts = contractsOf(manifest);
  const timelock = addressIn(contracts, 'TimelockController');
  const at = (name: string, event: EventName, args: Expected['args']): Expected => ({
    address: addressIn(contracts, name).toLowerCase(),
    name: event,
    args,
  });
  const sender = create2Deployer.address;
  const role = (id: Hex, account: Address) =>
    at('TimelockController', 'RoleGranted', { role: id, account, sender });
  const owned = (name: string, owner: Address) =>
    at(name, 'OwnershipTransferred', { previousOwner: zeroAddress, newOwner: owner });
  const proxy = (name: string): Expected[] => [
    at(`${name} proxy`, 'Upgraded', { implementation: addressIn(contracts, name) }),
    owned(`${name} proxy`, timelock),
    at(`${name} proxy`, 'Initialized', { version: 1n }),
  ];
  return [
    role(zeroHash, timelock),
    role(roles.PROPOSER_ROLE, safe),
    role(roles.CANCELLER_ROLE, safe),
    role(roles.EXECUTOR_ROLE, safe),
    at('TimelockController', 'MinDelayChange', { oldDuration: 0n, newDuration: BigInt(delaySeconds) }),
    owned('LabNFT', timelock),
    owned('RecordAnchor', timelock),
    ...['AccessResolver', 'OclTokenizerPolicy', 'DidRegistry'].flatMap(proxy),
    owned('RelayerAccount', relayer),
    // An unknown suite may lack some of them.
  ].filter(({ address }) => address !== zeroAddress);
}

function addressIn(contracts: readonly { name: string; address: Address }[], name: string): Address {
  const found = contracts.find((contract) => contract.name === name);
  return found?.address ?? zeroAddress;
}

const isEqual = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase();

function isSame(expected: Expected, actual: AdministratorEvent): boolean {
  return (
    expected.address === actual.address &&
    expected.name === actual.name &&
    Object.entries(expected.args).every(([name, value]) => isEqual(actual.args[name], value))
  );
}
