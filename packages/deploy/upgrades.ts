import { implementationOf } from '@labroom/contracts/check';
import type { DeployedContract, Implementation, Manifest } from '@labroom/contracts/manifest';
import {
  type Address,
  concatHex,
  encodeEventTopics,
  getCreate2Address,
  type Hex,
  isAddressEqual,
  keccak256,
  type PublicClient,
  pad,
  parseAbi,
} from 'viem';
import { create2Deployer } from './create2.ts';
import { receiptOf } from './first-block.ts';
import type { Findings } from './plan-of-manifest.ts';
import { suiteOf } from './suites.ts';

type CodeReader = Pick<PublicClient, 'getCode' | 'getStorageAt'>;
type ReceiptReader = Pick<PublicClient, 'getTransactionReceipt'>;
type Deployment = NonNullable<Manifest['deployment']>;

const upgradedAbi = parseAbi(['event Upgraded(address indexed implementation)']);

/** The upgrades that a manifest lists, in order. */
export function listedUpgrades({ changes }: Deployment) {
  return changes.flatMap(({ transactionHash, upgrades }) =>
    Object.entries(upgrades).map(([proxy, implementation]) => ({ transactionHash, proxy, implementation })),
  );
}

/**
 * Compares the code that each proxy runs with its first one and with the upgrades that the manifest lists.
 * @throws if the node does not answer
 */
export async function upgradeFindings(reader: CodeReader, deployment: Deployment): Promise<Findings> {
  const findings: Findings = { failed: [], unverified: [] };
  const present = new Map<string, Address>();
  for (const { proxy, implementation } of listedUpgrades(deployment)) {
    const upgraded = deployment.contracts.find(({ name }) => name === proxy);
    const first = upgraded && firstImplementation(upgraded);
    const kind = deployment.contracts.find(
      ({ address }) => first && isAddressEqual(address, first),
    )?.contract;
    if (!kind) findings.failed.push(`${proxy}: the manifest lists an upgrade of it, and no such proxy`);
    else if (kind !== implementation.contract)
      findings.failed.push(
        `${proxy}: the manifest lists an upgrade to ${implementation.contract}, but it is a proxy of ${kind}`,
      );
    present.set(proxy, implementation.address);
    const { failed, unverified } = await implementationFindings(reader, implementation);
    findings.failed.push(...failed);
    findings.unverified.push(...unverified);
  }
  for (const contract of deployment.contracts) {
    const code = await implementationOf(reader, contract.address);
    const expected = present.get(contract.name) ?? firstImplementation(contract);
    if (!code || (expected && isAddressEqual(code, expected))) continue;
    findings.failed.push(
      present.has(contract.name)
        ? `${contract.name}: runs ${code}, and not ${expected}, the last upgrade that the manifest lists`
        : `${contract.name}: was upgraded to ${code}, which the manifest does not name; check the upgrade`,
    );
  }
  return findings;
}

/** The first code of a proxy, by the arguments of its constructor; `null` for a contract that is no proxy. */
function firstImplementation({ contract, constructorArguments }: DeployedContract): Address | null {
  return contract === 'ERC1967Proxy' ? `0x${constructorArguments.slice(26, 66)}` : null;
}

async function implementationFindings(
  reader: CodeReader,
  { contract, address, salt, constructorArguments, codeHash, suite }: Implementation,
): Promise<Findings> {
  const failed: string[] = [];
  const unverified: string[] = [];
  const subject = `${contract} of an upgrade at ${address}`;
  if (keccak256((await reader.getCode({ address })) ?? '0x') !== codeHash)
    failed.push(`${subject}: the code is not the code in the manifest`);
  const known = suiteOf(suite)?.bytecodes;
  const codes: Readonly<Record<string, Hex>> = known ?? {};
  const creationCode = codes[contract];
  if (!known)
    unverified.push(
      `${subject} was made with other sources (suite ${suite}); verify its address with the release that has them`,
    );
  else if (!creationCode) failed.push(`${subject}: its suite has no contract ${contract}`);
  else if (!salt)
    unverified.push(`${subject} was not deployed with CREATE2, so its address does not prove its code`);
  else {
    const bytecode = concatHex([creationCode, constructorArguments]);
    if (!isAddressEqual(getCreate2Address({ from: create2Deployer.address, salt, bytecode }), address))
      failed.push(`${subject}: the code and the arguments that the manifest names are at another address`);
  }
  return { failed, unverified };
}

/**
 * Looks up the transactions of the listed upgrades. Less than a reading of all events, so that a start can do it.
 * @throws if the node does not answer
 */
export async function transactionFindings(reader: ReceiptReader, deployment: Deployment): Promise<Findings> {
  const findings: Findings = { failed: [], unverified: [] };
  for (const { transactionHash: hash, proxy, implementation } of listedUpgrades(deployment)) {
    const receipt = await receiptOf(reader, hash);
    const address = deployment.contracts.find(({ name }) => name === proxy)?.address;
    const [topic] = encodeEventTopics({ abi: upgradedAbi });
    const isDone = receipt?.logs.some(
      (log) =>
        address !== undefined &&
        isAddressEqual(log.address, address) &&
        log.topics[0] === topic &&
        log.topics[1] === pad(implementation.address).toLowerCase(),
    );
    if (!receipt) findings.unverified.push(`the node does not know the transaction ${hash} of an upgrade`);
    else if (!isDone) findings.failed.push(notTheUpgrade(hash, proxy, implementation.address));
  }
  return findings;
}

/** Says that a transaction did not do what the manifest lists. */
export function notTheUpgrade(transactionHash: Hex, proxy: string, implementation: Address): string {
  return `transaction ${transactionHash}: the manifest lists it as the upgrade of ${proxy} to ${implementation}, which it did not make`;
}
