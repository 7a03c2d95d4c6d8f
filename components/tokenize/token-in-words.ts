import type { LabTokenFieldsFragment } from '../../lib/api/documents.generated.ts';
import type { TokenOnChain } from '../../lib/tokenize/token-on-chain.ts';
import type { Reading } from './use-token-on-chain.ts';

/** What the chain says of a token's supply now. */
export type LiveSupply = Pick<TokenOnChain, 'totalSupply' | 'totalIssued' | 'decimals' | 'capped'>;

/** A token as its page shows it. */
export interface TokenInWords {
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
  live: LiveSupply | 'reading' | 'failed';
}

/** One picture from what the service has indexed and what the chain says; `null` where neither knows a token. */
export function tokenInWords(indexed: LabTokenFieldsFragment | null, reading: Reading): TokenInWords | null {
  const onChain = reading.state === 'known' ? reading.token : null;
  if (indexed) {
    const { name, symbol, tokenContract, wrapper, txHash, tokenizedAt, tokenizedBy } = indexed;
    const live = onChain ?? (reading.state === 'reading' ? 'reading' : 'failed');
    const { agreementKey, agreementContentHash } = indexed;
    const agreement = { agreementKey, agreementContentHash, tokenizedBy, txHash, tokenizedAt };
    return { name, symbol, address: tokenContract, isAttached: wrapper !== null, ...agreement, live };
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
    live: onChain,
  };
}
