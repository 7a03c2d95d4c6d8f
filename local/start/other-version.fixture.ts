import { localAccount, localDeploymentRoles } from '@labroom/contracts/local-accounts';
import type { Address } from '@labroom/contracts/networks';
import { bytecodes } from '@labroom/deploy/bytecode.generated.ts';
import { executePlan } from '@labroom/deploy/execute.ts';
import { Journal } from '@labroom/deploy/journal.ts';
import { planLocalDeployment } from '@labroom/deploy/plan-deployment.ts';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** Deploys the contracts as a version with another LabNFT would: another hash of the metadata is other code. Gives its address. */
export async function deployOtherVersion(rpcUrl: string): Promise<Address> {
  const signer = privateKeyToAccount(localAccount('deployer').privateKey);
  const LabNFT: Hex = `0x${bytecodes.LabNFT.slice(2).replace(/.{40}$/, '0'.repeat(40))}`;
  const plan = planLocalDeployment({
    bytecodes: { ...bytecodes, LabNFT },
    owner: signer.address,
    ...localDeploymentRoles(),
  });
  const journal = Journal.inMemory({ chainId: 31337, deployer: signer.address, plan: '0x' }, 0);
  await executePlan({ rpcUrl, chainId: 31337, signer, plan, journal, pollingMs: 20 });
  return plan.addresses.labNft;
}
