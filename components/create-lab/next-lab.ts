import { labNftAbi } from '@labroom/contracts/abi';
import { concat, numberToHex, pad, parseAbi } from 'viem';
import type { PublicConfig } from '#lib/config/public-config.tsx';
import { chainClient } from '#lib/wallet/chain.ts';

const registryAbi = parseAbi([
  'function account(address implementation, bytes32 salt, uint256 chainId, address tokenContract, uint256 tokenId) view returns (address)',
]);

/** The id of the next lab, unless somebody else creates one before (docs/specification/contracts.md#labs). */
export async function nextOclId(config: PublicConfig): Promise<`0x${string}`> {
  const { labNft, erc6551Registry } = config.network.contracts;
  const lab = { address: labNft, abi: labNftAbi } as const;
  const client = chainClient(config);
  const [tokenId, implementation] = await Promise.all([
    client.readContract({ ...lab, functionName: 'nextTokenId' }),
    client.readContract({ ...lab, functionName: 'accountImplementation' }),
  ]);
  const account = await client.readContract({
    address: erc6551Registry,
    abi: registryAbi,
    functionName: 'account',
    args: [implementation, pad('0x00'), BigInt(config.chainId), labNft, tokenId],
  });
  return concat(['0x0101', numberToHex(tokenId, { size: 10 }), account]).toLowerCase() as `0x${string}`;
}
