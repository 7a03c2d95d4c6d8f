import { addressChecks, type Check } from '@labroom/contracts/check';
import { zeroAddress } from 'viem';
import { type DeployedManifest, planOfManifest } from './plan-of-manifest.ts';
import { administrationChecks, ownedContracts } from './timelock.ts';

const guarded: readonly string[] = ['accessResolver', 'tokenizerPolicy', 'didRegistry'];

/**
 * Everything that is read back. Administrators are those that the manifest names and pages show. Other settings are compared with the
 * first ones, unless the manifest lists a present value: it can neither leave a setting out nor say in its own words what is read.
 */
export function settingChecks(manifest: DeployedManifest): Check[] {
  const { contracts, administration, deployment } = manifest;
  const { safe, timelock, delaySeconds, guardian } = administration;
  const administrators = [
    ...Object.entries(ownedContracts).flatMap(([role, name]) => {
      const address = contracts[role as keyof typeof ownedContracts];
      if (!address) return [];
      const owner = { owner: timelock, pendingOwner: zeroAddress };
      const expected = guarded.includes(role) ? { ...owner, guardian: guardian ?? zeroAddress } : owner;
      return addressChecks(name, address, expected);
    }),
    ...administrationChecks(timelock, {
      safe,
      delaySeconds: BigInt(delaySeconds),
      deployer: deployment.deployer,
    }),
  ];
  const plan = planOfManifest(manifest);
  const first = plan?.checks.filter(({ address }) => address !== plan.timelock) ?? [];
  const ownNames = new Map([...first, ...administrators].map((check) => [keyOf(check), check.name]));
  const contractsOf = plan ? [...plan.contracts, ...plan.created] : deployment.contracts;
  const nameOf = new Map(contractsOf.map(({ address, name }) => [address, name]));
  const listed = deployment.checks.map((check) => ({
    ...check,
    name: ownNames.get(keyOf(check)) ?? statementOf(check, nameOf.get(check.address) ?? check.address),
  }));
  const stated = new Set([...administrators, ...listed].map(subjectOf));
  const missing = first.filter((check) => !stated.has(subjectOf(check)));
  const all = [...administrators, ...listed, ...missing];
  return [...new Map(all.map((check) => [keyOf(check), check])).values()];
}

/** What is read. Arguments are addresses and roles, in any letter case. */
const subjectOf = ({ address, read, args }: Check) =>
  JSON.stringify([address.toLowerCase(), read, args.map((arg) => arg.toLowerCase())]);
const keyOf = (check: Check) => JSON.stringify([subjectOf(check), check.expected.toLowerCase()]);

function statementOf({ read, args, expected }: Check, contract: string): string {
  return `${contract}.${read.slice(0, read.indexOf('('))}(${args.join(', ')}) is ${expected}`;
}
