import { labTokenAbi, oclTokenizerAbi, wrappedLabTokenAbi } from '@labroom/contracts/abi';
import type { Address } from '@labroom/contracts/networks';
import { type PublicClient, zeroAddress } from 'viem';
import type { AgreementReference } from '../wallet/transactions/tokenize-lab.ts';
import { unlessRefused } from './unless-refused.ts';

/** A lab's token, read from its contracts. */
export interface TokenOnChain {
  /** The address in the tokenizer's registry: the token itself, or the wrapper of an attached token. */
  registered: Address;
  /** Address of the ERC-20. */
  address: Address;
  /** Attached: the lab cannot change its supply. */
  isAttached: boolean;
  name: string;
  symbol: string;
  decimals: number;
  totalSupply: bigint;
  /** Total issued supply, including burned tokens. */
  totalIssued: bigint;
  capped: boolean;
  metadata: { labId: bigint; originalOwner: Address; s3Key: string; contentHash: `0x${string}` };
}

/** The agreement named in the token's metadata. */
export function agreementOf({ metadata }: TokenOnChain): AgreementReference {
  return { key: metadata.s3Key, contentHash: metadata.contentHash };
}

/** The token of a lab; `null` if it has none. Errors: viem's, if the chain cannot be read. */
export async function readToken(
  client: PublicClient,
  tokenizer: Address,
  labId: bigint,
): Promise<TokenOnChain | null> {
  const registered = await client.readContract({
    address: tokenizer,
    abi: oclTokenizerAbi,
    functionName: 'tokenized',
    args: [labId],
  });
  if (registered === zeroAddress) return null;
  const token = { address: registered, abi: labTokenAbi } as const;
  const [metadata, name, symbol, decimals, totalSupply, totalIssued, capped, wrapped] = await Promise.all([
    client.readContract({ ...token, functionName: 'metadata' }),
    client.readContract({ ...token, functionName: 'name' }),
    client.readContract({ ...token, functionName: 'symbol' }),
    client.readContract({ ...token, functionName: 'decimals' }),
    client.readContract({ ...token, functionName: 'totalSupply' }),
    client.readContract({ ...token, functionName: 'totalIssued' }),
    client.readContract({ ...token, functionName: 'capped' }),
    // Only the wrapper of an attached token has this function.
    unlessRefused(
      client.readContract({ address: registered, abi: wrappedLabTokenAbi, functionName: 'wrappedToken' }),
    ),
  ]);
  const address = wrapped ?? registered;
  const facts = { name, symbol, decimals, totalSupply, totalIssued, capped, metadata };
  return { registered, address, isAttached: wrapped !== null, ...facts };
}
