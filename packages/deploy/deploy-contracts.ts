import { localDeploymentRoles } from '@labroom/contracts/local-accounts';
import type { ContractAddresses } from '@labroom/contracts/networks';
import type { Account, Hex } from 'viem';
import { bytecodes } from './bytecode.generated.ts';
import { deploymentReader, executePlan } from './execute.ts';
import { Journal } from './journal.ts';
import { hashOfPlan } from './plan.ts';
import { planLocalDeployment } from './plan-deployment.ts';

export interface DeployOptions {
  /** JSON-RPC endpoint of the local chain (31337). */
  rpcUrl: string;
  /** Pays the gas and owns the contracts. Needs ether. */
  deployer: Account;
}

export interface Deployment {
  addresses: ContractAddresses;
  /** Hashes of the sent transactions, in order; empty if everything was deployed. */
  transactions: readonly Hex[];
}

/**
 * Deploys the contracts to the local chain. Skips what is deployed, so the next run completes an interrupted one, and a
 * repeated run sends nothing.
 * @throws Error if a transaction fails, or the chain is not the local one
 */
export async function deployContracts({ rpcUrl, deployer }: DeployOptions): Promise<Deployment> {
  const chainId = await deploymentReader(rpcUrl).getChainId();
  if (chainId !== 31337) throw new Error(`The local contracts do not belong on chain ${chainId}`);
  const plan = planLocalDeployment({ bytecodes, owner: deployer.address, ...localDeploymentRoles() });
  const transactions: Hex[] = [];
  await executePlan({
    rpcUrl,
    chainId,
    signer: deployer,
    plan,
    journal: Journal.inMemory({ chainId, deployer: deployer.address, plan: hashOfPlan(plan) }, 0),
    pollingMs: 50,
    report: (_, hash) => hash && transactions.push(hash),
  });
  return { addresses: plan.addresses, transactions };
}
