import type { TokenOnChain } from '#lib/tokenize/token-on-chain.ts';
import type { LabTokenFieldsFragment } from '#packages/client/documents.generated.ts';

/** A token as its page shows it. */
export interface ShownToken {
  name: string;
  symbol: string;
  /** The ERC-20 that holders have. */
  address: string;
  isAttached: boolean;
  agreementKey: string;
  agreementContentHash: string;
  tokenizedBy: string;
  /** What only the service knows, once it has seen the block. */
  txHash: string | null;
  tokenizedAt: string | null;
}

/** What the service has indexed or, until then, what the chain shows; `null` where neither knows a token. */
export function toShownToken(
  indexed: LabTokenFieldsFragment | null,
  onChain: TokenOnChain | null,
): ShownToken | null {
  if (indexed) {
    const { name, symbol, tokenContract, wrapper, txHash, tokenizedAt, tokenizedBy } = indexed;
    const { agreementKey, agreementContentHash } = indexed;
    const agreement = { agreementKey, agreementContentHash, tokenizedBy, txHash, tokenizedAt };
    return { name, symbol, address: tokenContract, isAttached: wrapper !== null, ...agreement };
  }
  if (!onChain) return null;
  const { name, symbol, address, isAttached, metadata } = onChain;
  return {
    name,
    symbol,
    address,
    isAttached,
    agreementKey: metadata.s3Key,
    agreementContentHash: metadata.contentHash,
    tokenizedBy: metadata.originalOwner,
    txHash: null,
    tokenizedAt: null,
  };
}
