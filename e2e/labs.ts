import type { Address, PrivateKeyAccount } from 'viem';
import type { LocalJson } from '#local/data-dir/local-json.ts';
import { UpdateLabNftMetadataDocument } from '#packages/client/documents.generated.ts';
import { localChain, registerLab } from '#testing/actors.ts';
import { deploySafe } from '#testing/safe.ts';

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
