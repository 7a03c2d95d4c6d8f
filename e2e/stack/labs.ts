import { UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { deploySafe } from '@labroom/testing/safe.ts';
import type { Address, PrivateKeyAccount } from 'viem';

export type TestLab = Awaited<ReturnType<typeof makeLab>>;

/** Mints a lab and registers it under a name, without a browser. */
export async function makeLab(stack: LocalJson, owner: PrivateKeyAccount, name: string) {
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const lab = await registerLab({ url, credential }, localChain(rpcUrl, owner));
  const { oclId, tokenId: labId, shortname } = lab;
  await lab.client.call(UpdateLabNftMetadataDocument, { oclId, input: { name } });
  // The previous shortname redirects to it.
  return { oclId, labId, shortname };
}

/** Transfers a lab to a new Safe of these owners. */
export async function giveToSafe(
  stack: LocalJson,
  owner: PrivateKeyAccount,
  { labId }: Pick<TestLab, 'labId'>,
  owners: Address[],
  threshold: bigint,
): Promise<Address> {
  const chain = localChain(stack.rpcUrl, owner);
  const safe = await deploySafe(chain, owners, threshold);
  await chain.transferLab(labId, safe);
  return safe;
}
