import { type Manifest, manifestSchema } from '@labroom/contracts/manifest';
import { type Address, getAddress, zeroAddress, zeroHash } from 'viem';
import { describe, expect, it } from 'vitest';
import { bytecodes } from './bytecode.generated.ts';
import { planDeployment } from './plan-deployment.ts';
import { addressFindings, type DeployedManifest } from './plan-of-manifest.ts';
import { settingChecks } from './settings.ts';
import { ownSuiteId } from './suites.ts';

const account = (number: number): Address => getAddress(`0x${String(number).padStart(40, '0')}`);
const [safe, guardian, relayer, deployer, usdc, other] = [1, 2, 3, 4, 5, 6].map(account) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];
const attesters = { data: account(7), service: account(8) };
const delaySeconds = 172_800;
const plan = planDeployment({
  bytecodes,
  mintFeeWei: 10n,
  relayer,
  attesters,
  guardian,
  administrators: { safe, delaySeconds: BigInt(delaySeconds), deployer },
  stablecoin: usdc,
});
const manifest = manifestSchema.parse({
  format: 1,
  chainId: 84532,
  name: 'baseSepolia',
  title: 'Base Sepolia',
  blockExplorerUrl: null,
  startBlock: 0,
  contracts: plan.addresses,
  stablecoin: { name: 'USD Coin', version: '2', decimals: 6 },
  administration: { safe, timelock: plan.timelock, delaySeconds, guardian },
  deployment: {
    deployer,
    suite: ownSuiteId(),
    compiler: { version: '0', settings: {}, sourcesHash: '' },
    options: {
      ...{ safe, delaySeconds, guardian, salt: zeroHash },
      ...{ mintFeeWei: '10', relayer, attesters, metadataBase: '' },
    },
    contracts: [...plan.contracts, ...plan.created].map((contract) => ({
      salt: null,
      createdBy: null,
      codeHash: zeroHash,
      transactionHash: null,
      ...contract,
    })),
    checks: plan.checks,
  },
} satisfies Record<keyof Manifest, unknown>) as DeployedManifest;

const withChecks = (checks: DeployedManifest['deployment']['checks']) =>
  settingChecks({ ...manifest, deployment: { ...manifest.deployment, checks } });
const { labNft, tokenizerPolicy } = plan.addresses;

describe('the settings that are read back', () => {
  it('are those of the plan, each once, under their own names', () => {
    const byName = (one: { name: string }, next: { name: string }) => one.name.localeCompare(next.name);
    expect(settingChecks(manifest).toSorted(byName)).toEqual(plan.checks.toSorted(byName));
  });

  it('are the same where the manifest lists none', () => {
    expect(new Set(withChecks([]).map(({ name }) => name))).toEqual(
      new Set(plan.checks.map(({ name }) => name)),
    );
  });

  it('are not replaced by a check of the same name that reads something else', () => {
    const checks = manifest.deployment.checks.map((check) =>
      check.address === labNft && check.read.startsWith('pendingOwner()')
        ? { ...check, read: 'factory() view returns (address)', expected: plan.addresses.factory }
        : check,
    );
    const offered = withChecks(checks).filter(
      ({ address, read }) => address === labNft && read.startsWith('pendingOwner()'),
    );
    expect(offered.map(({ expected }) => expected)).toEqual([zeroAddress]);
  });

  it('have the value that the manifest states, and not its words', () => {
    const checks = manifest.deployment.checks.map((check) =>
      check.read.startsWith('dataAttester()') ? { ...check, name: 'all is well', expected: other } : check,
    );
    const read = withChecks(checks).filter((check) => check.read.startsWith('dataAttester()'));
    expect(read.map(({ name, expected }) => [name, expected])).toEqual([
      [`DidRegistry proxy.dataAttester() is ${other}`, other],
    ]);
  });
});

describe('a manifest', () => {
  it('lists each contract once, and names every contract that the timelock owns', () => {
    expect(addressFindings(manifest)).toEqual({ failed: [], unverified: [] });
    const [first] = manifest.deployment.contracts;
    if (!first) throw new Error('no contract');
    const contracts = [{ ...first, address: other }, ...manifest.deployment.contracts];
    expect(
      addressFindings({ ...manifest, deployment: { ...manifest.deployment, contracts } }).failed,
    ).toEqual([`${first.name}: the manifest lists it more than once`]);
    const { tokenizerPolicy: _, ...others } = manifest.contracts;
    expect(addressFindings({ ...manifest, contracts: others }).failed).toEqual([
      `tokenizerPolicy: the manifest does not name it, and the deployment has it at ${tokenizerPolicy}`,
    ]);
  });
});
