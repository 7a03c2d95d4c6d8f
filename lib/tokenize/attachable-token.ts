import type { Address } from '@labroom/contracts/networks';
import { type PublicClient, parseAbi } from 'viem';
import { unlessRefused } from './unless-refused.ts';

export interface AttachableToken {
  address: Address;
  name: string;
  symbol: string;
  decimals: number;
  totalSupply: bigint;
}

const erc20Abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
]);

const MAX_DECIMALS = 18n;

/**
 * Reads an existing token that the tokenizer would accept: an ERC-20 with code, a readable supply and at most 18
 * decimals. For any other address, returns a sentence with the reason. Errors: viem's, if the chain cannot be read.
 */
export async function readAttachableToken(
  client: PublicClient,
  address: Address,
): Promise<AttachableToken | { error: string }> {
  if (!(await client.getCode({ address }))) return { error: 'No contract exists at this address.' };
  const token = { address, abi: erc20Abi } as const;
  const [decimals, totalSupply, name, symbol] = await Promise.all([
    unlessRefused(client.readContract({ ...token, functionName: 'decimals' })),
    unlessRefused(client.readContract({ ...token, functionName: 'totalSupply' })),
    unlessRefused(client.readContract({ ...token, functionName: 'name' })),
    unlessRefused(client.readContract({ ...token, functionName: 'symbol' })),
  ]);
  if (decimals === null)
    return { error: 'The contract has no decimals function, so it is not an ERC-20 token.' };
  if (decimals > MAX_DECIMALS)
    return { error: `The token has ${decimals} decimals; the limit is ${MAX_DECIMALS}.` };
  if (totalSupply === null)
    return { error: 'The contract has no totalSupply function, so it is not an ERC-20 token.' };
  return { address, name: name ?? '', symbol: symbol ?? '', decimals: Number(decimals), totalSupply };
}
