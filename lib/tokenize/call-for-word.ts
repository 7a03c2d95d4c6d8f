import type { Address } from '@labroom/contracts/networks';
import { isContractFailure } from '@labroom/protocol/contract-failure';

const word = /^0x[0-9a-f]{64}/i;

/**
 * Calls a view function that returns one 32-byte word; `null` if the contract reverts or returns no word, e.g. because it
 * has no such function. Errors: `Error` if the node does not answer, or refuses to.
 */
export async function callForWord(rpcUrl: string, to: Address, data: string): Promise<bigint | null> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data }, 'latest'] }),
    signal: AbortSignal.timeout(10_000),
  });
  const { result, error }: RpcAnswer = Object(await response.json());
  if (typeof result === 'string' && /^0x/.test(result))
    return word.test(result) ? BigInt(result.slice(0, 66)) : null;
  if (error && isContractFailure({ code: Number(error.code), message: String(error.message) })) return null;
  throw new Error(`The node did not answer the call (HTTP ${response.status})`);
}

interface RpcAnswer {
  result?: unknown;
  error?: { code?: unknown; message?: unknown };
}
