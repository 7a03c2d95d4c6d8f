import { LabTokenDocument } from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';
import { labTokenAbi } from '@labroom/contracts/abi';
import type { Address } from '@labroom/contracts/networks';
import type { PublicClient } from 'viem';

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
