import { LabTokenDocument } from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';
import { labTokenAbi } from '@labroom/contracts/abi';
import type { PublicClient } from 'viem';
import { type HoldableToken, holdableToken, labTokenDecimals } from './holdable-token.ts';

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
  const token = holdableToken(labToken, labTokenDecimals);
  const { address } = token;
  const decimals = await chain.readContract({ address, abi: labTokenAbi, functionName: 'decimals' });
  return { ...token, decimals };
}
