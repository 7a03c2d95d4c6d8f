import { type Account, createPublicClient, createWalletClient, type Hex, http, isAddressEqual } from 'viem';
import { localDeploymentRoles } from '../local-accounts.ts';
import type { Address, ContractAddresses } from '../networks.ts';
import { bytecodes } from './bytecode.generated.ts';
import { create2Calldata, create2Deployer } from './create2.ts';
import { planDeployment } from './plan.ts';
import { settings } from './settings.ts';

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
  const transport = http(rpcUrl);
  const reader = createPublicClient({ transport, pollingInterval: 50 });
  const wallet = createWalletClient({ transport, account: deployer });
  const chainId = await reader.getChainId();
  if (chainId !== 31337) throw new Error(`The local contracts do not belong on chain ${chainId}`);

  const transactions: Hex[] = [];
  const settle = async (what: string, send: Promise<Hex>) => {
    const hash = await send;
    const receipt = await reader.waitForTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error(`${what} failed in transaction ${hash}`);
    transactions.push(hash);
  };
  const isDeployed = async (address: Address) => (await reader.getCode({ address })) !== undefined;

  if (!(await isDeployed(create2Deployer.address))) {
    const { sender, cost, rawTransaction } = create2Deployer;
    if ((await reader.getBalance({ address: sender })) < cost) {
      await settle(
        'Funding the CREATE2 deployer',
        wallet.sendTransaction({ chain: null, to: sender, value: cost }),
      );
    }
    await settle(
      'Deploying the CREATE2 deployer',
      reader.sendRawTransaction({ serializedTransaction: rawTransaction }),
    );
  }

  const { steps, addresses } = planDeployment({
    bytecodes,
    owner: deployer.address,
    ...localDeploymentRoles(),
  });
  for (const step of steps) {
    if (await isDeployed(step.address)) continue;
    const data = create2Calldata(step);
    await settle(
      `Deploying ${step.name}`,
      wallet.sendTransaction({ chain: null, to: create2Deployer.address, data }),
    );
    if (!(await isDeployed(step.address))) throw new Error(`${step.name} is not at ${step.address}`);
  }

  for (const setting of settings(addresses)) {
    if (isAddressEqual(await setting.current(reader), setting.value)) continue;
    await settle(setting.name, setting.send(wallet));
  }
  return { addresses, transactions };
}
