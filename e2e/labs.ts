import {
  type Address,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseEventLogs,
} from 'viem';
import { hardhat } from 'viem/chains';
import { labNftAbi, onChainLabFactoryAbi } from '#contracts/abi.generated.ts';
import { signIn } from '#local/seed/program.ts';
import type { LocalJson } from '#local/start/local-json.ts';
import { CreateLabDocument, UpdateLabNftMetadataDocument } from '#packages/client/documents.generated.ts';
import { deploySafeWith } from '#testing/safe-deployment.ts';

export interface TestLab {
  oclId: Hex;
  labId: bigint;
  shortname: string;
}

/** The chain of the stack as one account uses it. */
export function chainAs(stack: LocalJson, account: PrivateKeyAccount) {
  const transport = http(stack.rpcUrl);
  return {
    reader: createPublicClient({ chain: hardhat, transport, pollingInterval: 50 }),
    wallet: createWalletClient({ account, chain: hardhat, transport }),
  };
}

/** Mints a lab and registers it under a name, without a browser. */
export async function makeLab(stack: LocalJson, owner: PrivateKeyAccount, name: string): Promise<TestLab> {
  const { reader, wallet } = chainAs(stack, owner);
  const { labNft, factory } = stack.contracts;
  const hash = await wallet.writeContract({
    address: factory,
    abi: onChainLabFactoryAbi,
    functionName: 'mintAndCreateAccount',
    args: [owner.address],
    value: await reader.readContract({ address: labNft, abi: labNftAbi, functionName: 'mintFeeWei' }),
  });
  const { logs } = await reader.waitForTransactionReceipt({ hash });
  const [created] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
  if (!created) throw new Error('No lab was minted');
  const { oclId, tokenId: labId } = created.args;
  const api = await signIn(stack, owner);
  const { createLab } = await api(CreateLabDocument, { oclId });
  await api(UpdateLabNftMetadataDocument, { oclId, input: { name } });
  if (!createLab.lab) throw new Error('The lab was not registered');
  // The name that it had before still leads to it.
  return { oclId, labId, shortname: createLab.lab.shortname };
}

/** Gives a lab to a new Safe of these owners. */
export async function giveToSafe(
  stack: LocalJson,
  owner: PrivateKeyAccount,
  { labId }: TestLab,
  owners: Address[],
  threshold: bigint,
): Promise<Address> {
  const { reader, wallet } = chainAs(stack, owner);
  const safe = await deploySafeWith(reader, wallet, owners, threshold);
  await giveTo(stack, owner, labId, safe);
  return safe;
}

export async function giveTo(
  stack: LocalJson,
  owner: PrivateKeyAccount,
  labId: bigint,
  to: Address,
): Promise<void> {
  const { reader, wallet } = chainAs(stack, owner);
  const hash = await wallet.writeContract({
    address: stack.contracts.labNft,
    abi: labNftAbi,
    functionName: 'transferFrom',
    args: [owner.address, to, labId],
  });
  await reader.waitForTransactionReceipt({ hash });
}
