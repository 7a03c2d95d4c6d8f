import { localDeploymentRoles } from '@labroom/contracts/local-accounts';
import type { Address } from '@labroom/contracts/networks';
import { getCreate2Address, isAddressEqual, slice } from 'viem';
import { bytecodes } from './bytecode.generated.ts';
import { create2Deployer } from './create2.ts';
import { deploymentReader, isDeployed } from './execute.ts';
import { planLocalDeployment } from './plan-deployment.ts';

/** A deployment is at the beginning of the local chain. */
const FIRST_BLOCKS = 100n;

/**
 * Returns what another version deployed to the local chain, which the plan of this version does not have. Empty on a new chain, where all
 * contracts of this version are deployed, and where nothing but these was.
 * @throws if the node does not answer
 */
export async function otherContracts({
  rpcUrl,
  deployer,
}: {
  rpcUrl: string;
  deployer: Address;
}): Promise<Address[]> {
  const reader = deploymentReader(rpcUrl);
  const plan = planLocalDeployment({ bytecodes, owner: deployer, ...localDeploymentRoles() });
  const present = await Promise.all(plan.contracts.map(({ address }) => isDeployed(reader, address)));
  if (present.every(Boolean)) return [];
  const newest = await reader.getBlockNumber();
  const last = newest < FIRST_BLOCKS ? newest : FIRST_BLOCKS;
  const numbers = Array.from({ length: Number(last) + 1 }, (_, number) => BigInt(number));
  const blocks = await Promise.all(
    numbers.map((blockNumber) => reader.getBlock({ blockNumber, includeTransactions: true })),
  );
  const planned = new Set(plan.contracts.map(({ address }) => address));
  return blocks
    .flatMap(({ transactions }) => transactions)
    .filter(
      ({ from, to }) => to && isAddressEqual(to, create2Deployer.address) && isAddressEqual(from, deployer),
    )
    .map(({ input }) =>
      getCreate2Address({
        from: create2Deployer.address,
        salt: slice(input, 0, 32),
        bytecode: slice(input, 32),
      }),
    )
    .filter((address) => !planned.has(address));
}
