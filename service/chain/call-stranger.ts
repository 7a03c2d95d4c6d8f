import { type Address, type Hex, numberToHex } from 'viem';
import { chainUnavailable, classifyCallError } from './call-failure.ts';
import type { ChainNode } from './chain-client.ts';

/** What a contract answered. `failed` is its own doing: it reverted, ran out of gas, or said too much. */
export type StrangerAnswer =
  | { kind: 'returned'; data: Hex }
  | { kind: 'failed'; failure: 'REVERTED' | 'TOO_LARGE' };

interface StrangerCall {
  /** Absent: `data` is executed as the init code of a contract that is never kept. */
  to?: Address;
  data: Hex;
  /** Includes the 21,000 of every transaction and the price of `data`. */
  gas: bigint;
  signal?: AbortSignal;
}

const maxReturnBytes = 64 * 1024;

/**
 * Calls a contract that we know nothing about, on the latest block, without changing state. It may loop, lie, answer with
 * megabytes or ask for a URL to be fetched: gas, size and time are limited, and nothing that it says is followed.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the node failed, so that nothing is known about the contract
 */
export async function callStranger(
  { strangers }: Pick<ChainNode, 'strangers'>,
  call: StrangerCall,
): Promise<StrangerAnswer> {
  const { signal, gas, ...request } = call;
  try {
    const data = await strangers.request(
      { method: 'eth_call', params: [{ ...request, gas: numberToHex(gas) }, 'latest'] },
      { signal },
    );
    return data.length > 2 + 2 * maxReturnBytes
      ? { kind: 'failed', failure: 'TOO_LARGE' }
      : { kind: 'returned', data };
  } catch (error) {
    const failure = classifyCallError(error);
    if (failure.kind === 'UNAVAILABLE') throw chainUnavailable(error);
    return { kind: 'failed', failure: failure.kind };
  }
}
