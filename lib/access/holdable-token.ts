import type { PublicClient } from 'viem';
import { labTokenAbi } from '#contracts/abi.generated.ts';
import type { Address } from '#contracts/networks.ts';
import { LabTokenDocument } from '#packages/client/documents.generated.ts';
import type { ApiCall } from '#packages/client/execute.ts';

/** The ERC-20 of a lab, with the fields that access conditions need. */
export interface HoldableToken {
  address: Address;
  symbol: string;
  decimals: number;
}

/**
 * The token whose balance counts for a lab; `null` if the lab has none. Errors: `LabroomError`; viem's, if the chain
 * cannot be read.
 */
export async function loadHoldableToken(
  api: ApiCall,
  chain: Pick<PublicClient, 'readContract'>,
  oclId: string,
): Promise<HoldableToken | null> {
  const { labToken } = await api(LabTokenDocument, { oclId });
  if (!labToken) return null;
  const address = labToken.tokenContract as Address;
  const decimals = await chain.readContract({ address, abi: labTokenAbi, functionName: 'decimals' });
  return { address, symbol: labToken.symbol, decimals };
}
