import { compilerSettings } from '@labroom/contracts/compiler-settings';
import { hashOfSources } from '@labroom/contracts/hash-of-sources';
import { type Manifest, manifestSchema } from '@labroom/contracts/manifest';
import type { Address, Administration, Network } from '@labroom/contracts/networks';
import { type Hex, keccak256 } from 'viem';
import type { DeploymentReader } from './execute.ts';
import type { Plan } from './plan.ts';

interface BuildOptions {
  reader: DeploymentReader;
  plan: Plan;
  /** Identifies the code of the plan. */
  suite: Hex;
  /** Facts about the chain. */
  chain: Pick<Network, 'title' | 'blockExplorerUrl' | 'stablecoin'> & { chainId: number; name: string };
  startBlock: number;
  deployer: Address;
  administration: Administration;
  options: NonNullable<Manifest['deployment']>['options'];
  /** Transactions by step. */
  hashes: ReadonlyMap<string, Hex | null>;
}

/** Describes a complete deployment. Reads the code of every contract from the chain. */
export async function buildManifest(options: BuildOptions): Promise<Manifest> {
  const { reader, plan, suite, chain, startBlock, deployer, administration, hashes } = options;
  const codeHash = async (address: Address) => keccak256((await reader.getCode({ address })) ?? '0x');
  const hashOf = (step: string) => hashes.get(step) ?? null;
  const contracts = await Promise.all([
    ...plan.contracts.map(async ({ name, contract, address, salt, constructorArguments }) => ({
      name,
      contract,
      address,
      salt,
      createdBy: null,
      constructorArguments,
      codeHash: await codeHash(address),
      transactionHash: hashOf(`Deploying ${name}`),
    })),
    ...plan.created.map(async ({ name, contract, address, createdBy, constructorArguments }) => ({
      name,
      contract,
      address,
      salt: null,
      createdBy,
      constructorArguments,
      codeHash: await codeHash(address),
      transactionHash: hashOf(
        `Deploying ${plan.contracts.find((creator) => creator.address === createdBy.address)?.name}`,
      ),
    })),
  ]);
  return manifestSchema.parse({
    format: 1,
    ...chain,
    startBlock,
    contracts: plan.addresses,
    administration,
    deployment: {
      deployer,
      suite,
      compiler: { ...compilerSettings, sourcesHash: await hashOfSources() },
      options: options.options,
      contracts,
      checks: plan.checks,
      changes: [],
    },
  });
}
