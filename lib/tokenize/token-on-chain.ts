import { type PublicClient, zeroAddress } from 'viem';
import { labTokenAbi, oclTokenizerAbi, wrappedLabTokenAbi } from '#contracts/abi.generated.ts';
import type { Address } from '#contracts/networks.ts';
import type { AgreementReference } from '../wallet/transactions/tokenize-lab.ts';
import { unlessRefused } from './unless-refused.ts';

/** A lab's token as its contracts tell of it now. */
export interface TokenOnChain {
  /** What the tokenizer has in its registry: the token itself, or the wrapper of an attached one. */
  registered: Address;
  /** The ERC-20 that holders have. */
  address: Address;
  /** Attached: its supply is not the lab's to change. */
  isAttached: boolean;
  name: string;
  symbol: string;
  decimals: number;
  totalSupply: bigint;
  /** Everything ever issued, burnt tokens included. */
  totalIssued: bigint;
  capped: boolean;
  metadata: { labId: bigint; originalOwner: Address; s3Key: string; contentHash: `0x${string}` };
}

/** The agreement that a token names. */
export function agreementOf({ metadata }: TokenOnChain): AgreementReference {
  return { key: metadata.s3Key, contentHash: metadata.contentHash };
}

/** The token of a lab; `null` while it has none. Errors: viem's, where the chain cannot be read. */
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
    // A token that was made for its lab has no such function.
    unlessRefused(
      client.readContract({ address: registered, abi: wrappedLabTokenAbi, functionName: 'wrappedToken' }),
    ),
  ]);
  const address = wrapped ?? registered;
  const facts = { name, symbol, decimals, totalSupply, totalIssued, capped, metadata };
  return { registered, address, isAttached: wrapped !== null, ...facts };
}
