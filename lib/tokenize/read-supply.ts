import type { Address } from '#contracts/networks.ts';

/** The current supply of a token. */
export interface Supply {
  totalSupply: bigint;
  /** Everything ever issued, burnt tokens included. */
  totalIssued: bigint;
  decimals: number;
  capped: boolean;
}

/** First four bytes of the hashes of the functions' names. */
export const selectors = {
  totalSupply: '0x18160ddd',
  totalIssued: '0xf5be3193',
  decimals: '0x313ce567',
  capped: '0x5eb101c3',
} as const;

/**
 * Reads the supply of a token without the code of a wallet: everybody who looks at the page of a token does, and each
 * answer is one word. Errors: an `Error` where the node or the token does not answer.
 */
export async function readSupply(rpcUrl: string, token: Address, isAttached: boolean): Promise<Supply> {
  const read = (name: keyof typeof selectors) => callForWord(rpcUrl, token, selectors[name]);
  const [totalSupply, decimals] = await Promise.all([read('totalSupply'), read('decimals')]);
  // The lab knows nothing else of a token that follows rules of its own.
  if (isAttached) return { totalSupply, totalIssued: totalSupply, decimals: Number(decimals), capped: false };
  const [totalIssued, capped] = await Promise.all([read('totalIssued'), read('capped')]);
  return { totalSupply, totalIssued, decimals: Number(decimals), capped: capped !== 0n };
}

async function callForWord(rpcUrl: string, to: Address, data: string): Promise<bigint> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data }, 'latest'] }),
    signal: AbortSignal.timeout(10_000),
  });
  const answer: unknown = await response.json();
  const result = typeof answer === 'object' && answer !== null && 'result' in answer ? answer.result : null;
  if (typeof result !== 'string' || !/^0x[0-9a-f]{64}/i.test(result))
    throw new Error('The chain returned no number');
  return BigInt(result.slice(0, 66));
}
