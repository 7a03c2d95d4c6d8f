import { type Manifest, manifestSchema, publishedManifest } from '@labroom/contracts/manifest';
import { planDeployment } from '@labroom/deploy/plan-deployment.ts';
import { ownSuite, ownSuiteId } from '@labroom/deploy/suites.ts';
import { type Address, getContractAddress, zeroHash } from 'viem';
import { describe, expect, it } from 'vitest';
import { contractAddressesOf } from './compute-contract-addresses.ts';

const addressOf = (digit: string) => `0x${digit.repeat(40)}` as Address;
const safe = addressOf('1');
const deployer = addressOf('2');
const settings = {
  salt: zeroHash,
  relayer: addressOf('3'),
  attesters: { data: addressOf('4'), service: addressOf('5') },
  metadataBase: 'https://app.example/metadata/',
};

/** What `deploy-contracts` writes after this deployment, without asking a node. */
function manifestOf(administrators = { safe, delaySeconds: 172_800n, deployer }): Manifest {
  const published = publishedManifest(84532);
  const plan = planDeployment({
    ...settings,
    bytecodes: ownSuite.bytecodes,
    mintFeeWei: 1n,
    administrators,
    stablecoin: published.contracts.usdc,
  });
  const listed = { codeHash: zeroHash, transactionHash: null };
  return manifestSchema.parse({
    ...published,
    contracts: plan.addresses,
    administration: { safe, timelock: plan.timelock, delaySeconds: 172_800, guardian: null },
    deployment: {
      deployer,
      suite: ownSuiteId(),
      compiler: { version: 'x', settings: {}, sourcesHash: 'x' },
      options: { ...settings, safe, delaySeconds: 172_800, guardian: null, mintFeeWei: '1' },
      contracts: [
        ...plan.contracts.map((contract) => ({ ...contract, ...listed, createdBy: null })),
        ...plan.created.map((contract) => ({ ...contract, ...listed, salt: null })),
      ],
      checks: [],
    },
  });
}

describe('the addresses that the web app computes', () => {
  it('are those of an honest manifest, and follow from the inputs that are shown', () => {
    const { contracts = [], problems } = contractAddressesOf(manifestOf()) ?? {};
    expect(problems).toEqual([]);
    expect(contracts.map(({ name }) => name)).toContain('TimelockController');
    expect(contracts.map(({ name }) => name)).toContain('OnChainLabFactory');
    for (const { stated, computed } of contracts) {
      expect(computed?.address).toBe(stated);
      if (!computed) continue;
      const { inputs } = computed;
      const { creator: from } = inputs;
      expect(
        'nonce' in inputs
          ? getContractAddress({ from, nonce: BigInt(inputs.nonce) })
          : getContractAddress({
              opcode: 'CREATE2',
              from,
              salt: inputs.salt,
              bytecodeHash: inputs.initCodeHash,
            }),
      ).toBe(stated);
    }
  });

  it('are others where the deployment had another Safe or delay than the manifest names', () => {
    for (const administrators of [
      { safe: deployer, delaySeconds: 172_800n, deployer },
      { safe, delaySeconds: 0n, deployer },
    ]) {
      const { contracts = [], problems } = contractAddressesOf(manifestOf(administrators)) ?? {};
      const differing = contracts.filter(({ stated, computed }) => stated !== computed?.address);
      expect(differing.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['TimelockController', 'LabNFT', 'AccessResolver proxy', 'RecordAnchor']),
      );
      expect(problems).toContainEqual(expect.stringMatching(/^TimelockController at .* give the address/));
    }
  });

  it('are compared with those that the web app uses, and not with the list alone', () => {
    const manifest = manifestOf();
    const contracts = { ...manifest.contracts, accessResolver: deployer };
    expect(contractAddressesOf({ ...manifest, contracts })?.problems).toEqual([
      expect.stringContaining(`accessResolver at ${deployer}`),
    ]);
  });

  it('name contracts that do not belong to the deployment, and those that the manifest leaves out', () => {
    const manifest = manifestOf();
    const { deployment } = manifest;
    if (!deployment) throw new Error('no deployment');
    const [first, ...others] = deployment.contracts;
    const forged = [...others, { ...first, name: 'Backdoor' } as (typeof others)[number]];
    const { contracts } =
      contractAddressesOf({ ...manifest, deployment: { ...deployment, contracts: forged } }) ?? {};
    expect(contracts).toContainEqual({ name: 'Backdoor', stated: first?.address, computed: null });
    expect(contracts).toContainEqual(expect.objectContaining({ name: first?.name, stated: null }));
  });

  it('are unknown without the code, and without a deployment', () => {
    const manifest = manifestOf();
    const { deployment } = manifest;
    const other = { ...manifest, deployment: deployment && { ...deployment, suite: zeroHash } };
    expect(contractAddressesOf(other)).toMatchObject({
      contracts: [],
      problems: [expect.stringContaining('made with other sources')],
    });
    expect(contractAddressesOf(publishedManifest(84532))).toBeNull();
    expect(contractAddressesOf(publishedManifest(31337))).toBeNull();
  });
});
