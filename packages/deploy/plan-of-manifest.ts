import type { Manifest } from '@labroom/contracts/manifest';
import type { Address } from '@labroom/contracts/networks';
import { type Hex, isAddressEqual, keccak256, zeroAddress } from 'viem';
import { create2Deployer } from './create2.ts';
import { planDeployment, type TimelockPlan } from './plan-deployment.ts';
import { suiteOf } from './suites.ts';
import { ownedContracts } from './timelock.ts';

/** A manifest of a deployment behind a timelock. */
export type DeployedManifest = Manifest & {
  deployment: NonNullable<Manifest['deployment']>;
  administration: NonNullable<Manifest['administration']>;
};

/** What a comparison found. */
export interface Findings {
  /** What is wrong. */
  failed: string[];
  /** What could not be compared, and is therefore not known to be right. */
  unverified: string[];
}

/**
 * The deployment that has exactly the first administrators and settings that a manifest names, with the code of the suite that it names.
 * Reads nothing from a chain.
 * @returns `null` if this checkout does not have the suite
 */
export function planOfManifest({ deployment, contracts }: DeployedManifest): TimelockPlan | null {
  const suite = suiteOf(deployment.suite);
  if (!suite) return null;
  const { safe, delaySeconds, guardian, salt, mintFeeWei, relayer, attesters, metadataBase } =
    deployment.options;
  return planDeployment({
    bytecodes: suite.bytecodes,
    salt,
    mintFeeWei: BigInt(mintFeeWei),
    relayer,
    attesters,
    metadataBase,
    guardian: guardian ?? undefined,
    administrators: { safe, delaySeconds: BigInt(delaySeconds), deployer: deployment.deployer },
    stablecoin: contracts.usdc,
  });
}

/** The address of one contract, as a manifest states it and as it follows. */
export interface ComputedAddress {
  name: string;
  /** `null`: the manifest does not list the contract. */
  stated: Address | null;
  /** `null`: from the code and the settings no such contract follows. */
  computed: { address: Address; inputs: AddressInputs } | null;
}

/** Of CREATE2, with the hash of code and arguments; or of CREATE, by the constructor of another contract. */
type AddressInputs = { creator: Address; salt: Hex; initCodeHash: Hex } | { creator: Address; nonce: number };

/**
 * Computes the address of every contract of a deployment from the code of the suite and the first administrators and settings that a
 * manifest names. Asks no node, so it says nothing of what is at the addresses.
 * @returns `null` if this checkout does not have the suite
 */
export function computedAddresses(manifest: DeployedManifest): ComputedAddress[] | null {
  const plan = planOfManifest(manifest);
  if (!plan) return null;
  const open = new Map(manifest.deployment.contracts.map(({ name, address }) => [name, address]));
  const take = (name: string) => {
    const stated = open.get(name) ?? null;
    open.delete(name);
    return stated;
  };
  return [
    ...plan.contracts.map(({ name, address, salt, initCode }) => ({
      name,
      stated: take(name),
      computed: {
        address,
        inputs: { creator: create2Deployer.address, salt, initCodeHash: keccak256(initCode) },
      },
    })),
    ...plan.created.map(({ name, address, createdBy: { address: creator, nonce } }) => ({
      name,
      stated: take(name),
      computed: { address, inputs: { creator, nonce } },
    })),
    ...[...open].map(([name, stated]) => ({ name, stated, computed: null })),
  ];
}

/**
 * Compares the addresses in a manifest with those that follow from code and arguments. An address proves both, so a contract with another
 * owner, delay, proposer, executor, guardian, attester or relayer is at another address. Without the suite nothing follows.
 */
export function addressFindings(manifest: DeployedManifest): Findings {
  const plan = planOfManifest(manifest);
  if (plan) return { failed: [...differences(manifest, plan), ...unnamedChanges(manifest)], unverified: [] };
  const { suite, compiler } = manifest.deployment;
  return {
    failed: unnamedChanges(manifest),
    unverified: [
      `this deployment was made with other sources (suite ${suite ?? 'unknown'}, sha256 of the sources ${compiler.sourcesHash}), so its addresses prove nothing here; verify them with the release that has these sources`,
    ],
  };
}

function differences(manifest: DeployedManifest, plan: TimelockPlan): string[] {
  const planned = [...plan.contracts, ...plan.created];
  const listed = new Map(manifest.deployment.contracts.map((contract) => [contract.name, contract]));
  const names = new Set(planned.map(({ name }) => name));
  const problems = [...listed.keys()]
    .filter((name) => !names.has(name))
    .map((name) => `${name}: is no contract of this deployment`);
  // Others look a contract up by its name.
  for (const name of names)
    if (manifest.deployment.contracts.filter((contract) => contract.name === name).length > 1)
      problems.push(`${name}: the manifest lists it more than once`);
  for (const { name, address, constructorArguments } of planned) {
    const found = listed.get(name);
    if (!found) problems.push(`${name}: the manifest does not list it`);
    else if (!isAddressEqual(found.address, address))
      problems.push(
        `${name} at ${found.address}: code, owner, delay, Safe, guardian and settings of the manifest give the address ${address}`,
      );
    else if (found.constructorArguments !== constructorArguments)
      problems.push(`${name} at ${found.address}: the manifest lists other arguments of its constructor`);
  }
  const { administration } = manifest;
  if (!isAddressEqual(administration.timelock, plan.timelock))
    problems.push(
      `the timelock at ${administration.timelock}: delay and Safe give the address ${plan.timelock}`,
    );
  const used: Readonly<Record<string, Address | null | undefined>> = manifest.contracts;
  for (const [role, address] of Object.entries(plan.addresses)) {
    const named = used[role];
    if (named && !isAddressEqual(named, address))
      problems.push(`${role} at ${named}: the deployment has it at ${address}`);
    else if (!named && role in ownedContracts)
      problems.push(`${role}: the manifest does not name it, and the deployment has it at ${address}`);
  }
  return problems;
}

function unnamedChanges({ administration, deployment }: DeployedManifest): string[] {
  const { safe, delaySeconds, guardian } = deployment.options;
  const isFirst =
    isAddressEqual(administration.safe, safe) &&
    administration.delaySeconds === delaySeconds &&
    isAddressEqual(administration.guardian ?? zeroAddress, guardian ?? zeroAddress);
  if (isFirst || deployment.changes.length > 0) return [];
  return [
    'the manifest names other administrators than the first ones, and no transaction that changed them',
  ];
}
