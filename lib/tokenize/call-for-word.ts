import type { Address } from '#contracts/networks.ts';

/** Calls a view function that returns one 32-byte word. Errors: `Error` if the node or the contract returns none. */
export async function callForWord(rpcUrl: string, to: Address, data: string): Promise<bigint> {
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
