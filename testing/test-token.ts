import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import { devStablecoinAbi } from '@labroom/contracts/abi';
import { bytecodes } from '@labroom/deploy/bytecode.generated.ts';
import { type Address, encodeDeployData } from 'viem';

/**
 * Deploys an ERC-20 with the symbol `USDC` and 6 decimals, of which `holder` has 10. The stablecoin of the stack cannot be
 * attached by several tests, because a token without an owner belongs to the first lab that attaches it.
 */
export async function deployToken(
  chain: LabChain,
  holder: Address = chain.account.address,
): Promise<Address> {
  const data = encodeDeployData({
    abi: devStablecoinAbi,
    bytecode: bytecodes.DevStablecoin,
    args: [[holder], 10_000_000n],
  });
  const { contractAddress } = await chain.send({ data });
  if (!contractAddress) throw new Error('No token was deployed');
  return contractAddress;
}
