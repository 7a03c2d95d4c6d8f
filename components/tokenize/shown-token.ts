import type { LabTokenFieldsFragment } from '@labroom/client/documents';
import type { TokenOnChain } from '#lib/tokenize/token-on-chain.ts';

/** Token data for display. */
export interface ShownToken {
  name: string;
  symbol: string;
  /** Address of the ERC-20 token. */
  address: string;
  isAttached: boolean;
  agreementKey: string;
  agreementContentHash: string;
  /** The symbol in the agreement, if it is another one. */
  disagreedSymbol: string | null;
  tokenizedBy: string;
  /** Known only after the service has indexed the block. */
  txHash: string | null;
  tokenizedAt: string | null;
}

/** The token as indexed or, until then, as read from the chain; `null` if neither has one. */
export function toShownToken(
  indexed: LabTokenFieldsFragment | null,
  onChain: TokenOnChain | null,
): ShownToken | null {
  if (indexed) {
    const { name, symbol, tokenContract, wrapper, txHash, tokenizedAt, tokenizedBy } = indexed;
    const { agreementKey, agreementContentHash } = indexed;
    const disagreedSymbol = indexed.isSymbolAgreed === false ? indexed.agreementSymbol : null;
    const agreement = {
      agreementKey,
      agreementContentHash,
      disagreedSymbol,
      tokenizedBy,
      txHash,
      tokenizedAt,
    };
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
    disagreedSymbol: null,
    tokenizedBy: metadata.originalOwner,
    txHash: null,
    tokenizedAt: null,
  };
}
