import { LabIdentityDocument } from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';
import { labNftAbi, labTokenAbi } from '@labroom/contracts/abi';
import type { Address, Network } from '@labroom/contracts/networks';
import { decodeOclId } from '@labroom/contracts/ocl-id';
import type { PublicClient } from 'viem';
import { unlessRefused } from './unless-refused.ts';

/** A lab that the chain confirms. */
export interface FoundLab {
  oclId: `0x${string}`;
  labId: bigint;
}

/**
 * Finds a lab by shortname, oclId, LabNFT number or token address. Returns `null` if there is none. Errors:
 * `LabroomError`; viem's, if the chain cannot be read.
 */
export async function findTokenizedLab(
  { client, network, api }: { client: PublicClient; network: Network; api: ApiCall },
  typed: string,
): Promise<FoundLab | null> {
  const text = typed.trim();
  const number = /^#?(\d{1,25})$/.exec(text)?.[1];
  if (number) return confirmed(client, network, BigInt(number));
  if (/^0x[0-9a-f]{64}$/i.test(text)) return byOclId(client, network, text);
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    const token = { address: text as Address, abi: labTokenAbi } as const;
    const labId = await unlessRefused(client.readContract({ ...token, functionName: 'labId' }));
    return labId === null ? null : confirmed(client, network, labId);
  }
  const { labWithDataRoomAndFiles: lab } = await api(LabIdentityDocument, { shortname: text });
  return lab && byOclId(client, network, lab.oclId);
}

async function byOclId(client: PublicClient, network: Network, oclId: string): Promise<FoundLab | null> {
  let labId: bigint;
  try {
    labId = decodeOclId(oclId).tokenId;
  } catch {
    return null;
  }
  const found = await confirmed(client, network, labId);
  return found?.oclId === oclId.toLowerCase() ? found : null;
}

/** The id contains the lab number; the LabNFT confirms that the lab exists. */
async function confirmed(client: PublicClient, network: Network, labId: bigint): Promise<FoundLab | null> {
  const oclId = await unlessRefused(
    client.readContract({
      address: network.contracts.labNft,
      abi: labNftAbi,
      functionName: 'oclIdOf',
      args: [labId],
    }),
  );
  return oclId && !/^0x0*$/.test(oclId) ? { oclId: oclId.toLowerCase() as `0x${string}`, labId } : null;
}
