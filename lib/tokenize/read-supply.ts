import type { Address } from '@labroom/contracts/networks';
import { callForWord } from './call-for-word.ts';

/** The current supply of a token. */
export interface Supply {
  totalSupply: bigint;
  /** Total issued supply, including burned tokens. */
  totalIssued: bigint;
  decimals: number;
  capped: boolean;
}

/** Function selectors: the first four bytes of the signature's hash. */
export const selectors = {
  totalSupply: '0x18160ddd',
  totalIssued: '0xf5be3193',
  decimals: '0x313ce567',
  capped: '0x5eb101c3',
} as const;

/**
 * Reads the supply of a token without wallet code, because every reader of a token's page does so. Each result is one
 * 32-byte word. Errors: `Error` if the node or the token does not respond.
 */
export async function readSupply(rpcUrl: string, token: Address, isAttached: boolean): Promise<Supply> {
  const read = async (name: keyof typeof selectors) => {
    const value = await callForWord(rpcUrl, token, selectors[name]);
    if (value === null) throw new Error(`The token has no number for ${name}`);
    return value;
  };
  const [totalSupply, decimals] = await Promise.all([read('totalSupply'), read('decimals')]);
  // An attached token has its own rules, so only its ERC-20 data is known.
  if (isAttached) return { totalSupply, totalIssued: totalSupply, decimals: Number(decimals), capped: false };
  const [totalIssued, capped] = await Promise.all([read('totalIssued'), read('capped')]);
  return { totalSupply, totalIssued, decimals: Number(decimals), capped: capped !== 0n };
}
