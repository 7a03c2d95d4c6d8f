import type { Manifest } from '@labroom/contracts/manifest';
import type { Address } from '@labroom/contracts/networks';
import { isAddressEqual, zeroAddress } from 'viem';
import { bytecodes } from './bytecode.generated.ts';
import { planDeployment, type TimelockPlan } from './plan-deployment.ts';

/** A manifest of a deployment behind a timelock. */
export type DeployedManifest = Manifest & {
  deployment: NonNullable<Manifest['deployment']>;
  administration: NonNullable<Manifest['administration']>;
};

/**
 * The deployment that has exactly the first administrators and settings that a manifest names, with the code of this checkout. Reads
 * nothing from a chain.
 */
export function planOfManifest({ deployment, contracts }: DeployedManifest): TimelockPlan {
  const { safe, delaySeconds, guardian, salt, mintFeeWei, relayer, attesters, metadataBase } =
    deployment.options;
  return planDeployment({
    bytecodes,
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

/**
 * Compares the addresses in a manifest with those that follow from code and arguments. An address proves both, so a contract with another
 * owner, delay, proposer, executor, guardian, attester or relayer is at another address.
 * @returns what differs; empty if every contract is the one that the manifest describes
 */
export function addressProblems(manifest: DeployedManifest): string[] {
  const plan = planOfManifest(manifest);
  const planned = [...plan.contracts, ...plan.created];
  const listed = new Map(manifest.deployment.contracts.map((contract) => [contract.name, contract]));
  const names = new Set(planned.map(({ name }) => name));
  const problems = [...listed.keys()]
    .filter((name) => !names.has(name))
    .map((name) => `${name}: is no contract of this deployment`);
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
  const { administration, deployment } = manifest;
  if (!isAddressEqual(administration.timelock, plan.timelock))
    problems.push(
      `the timelock at ${administration.timelock}: delay and Safe give the address ${plan.timelock}`,
    );
  const { safe, delaySeconds, guardian } = deployment.options;
  const isFirst =
    isAddressEqual(administration.safe, safe) &&
    administration.delaySeconds === delaySeconds &&
    isAddressEqual(administration.guardian ?? zeroAddress, guardian ?? zeroAddress);
  if (!isFirst && deployment.changes.length === 0)
    problems.push(
      'the manifest names other administrators than the first ones, and no transaction that changed them',
    );
  const used: Readonly<Record<string, Address | null | undefined>> = manifest.contracts;
  for (const [role, address] of Object.entries(plan.addresses)) {
    const named = used[role];
    if (named && !isAddressEqual(named, address))
      problems.push(`${role} at ${named}: the deployment has it at ${address}`);
  }
  return problems;
}
