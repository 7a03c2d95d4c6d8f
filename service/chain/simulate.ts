import { type Address, type Hex, numberToHex } from 'viem';
import { ServiceError } from '#platform/errors/errors.ts';
import { untrustedCalls } from '../platform/telemetry/metrics.ts';
import { chainUnavailable, classifyCallError } from './call-failure.ts';
import type { UntrustedAnswer } from './call-untrusted-contract.ts';
import type { ChainNode } from './chain-client.ts';
import { anyHead } from './head-guard.ts';
import type { CallScope } from './untrusted-calls.ts';

interface Simulation {
  /** Absent: runs `data` as the init code of a contract that is not kept. */
  to?: Address;
  data: Hex;
  /**
   * Accounts that the transaction counts against. `contract` is the one to limit. `null`: no untrusted contract takes
   * part.
   */
  scope: CallScope | null;
}

/** Gas of the whole transaction, which may include the deployment of a smart account. */
const transactionBudgets = { small: 1_200_000n, large: 5_000_000n };

/**
 * Simulates a transaction that involves untrusted contracts, without keeping its changes. For calls that only read, use
 * `callUntrustedContract`.
 * @throws as `callUntrustedContract`
 */
export async function simulate(chain: ChainNode, { scope, ...call }: Simulation): Promise<UntrustedAnswer> {
  if (scope === null) return runTransaction(chain, chain.node, { ...call, gas: transactionBudgets.large });
  if (chain.untrusted.burnedFor(scope) > 0) return { kind: 'failed', failure: 'OUT_OF_GAS' };
  for (const budget of ['small', 'large'] as const) {
    const isLarge = budget === 'large';
    if (isLarge) chain.untrusted.takeLarge(scope);
    const gas = transactionBudgets[budget];
    const work = (signal: AbortSignal) =>
      runTransaction(chain, chain.untrustedNode, { ...call, gas, signal });
    const answer = await chain.untrusted.run(scope, work, { isLarge });
    const isExhausted = answer.kind === 'failed' && answer.failure === 'OUT_OF_GAS';
    untrustedCalls.inc({ budget, outcome: isExhausted ? 'exhausted' : answer.kind });
    if (!isExhausted) return answer;
  }
  chain.untrusted.noteBurn(scope);
  return { kind: 'failed', failure: 'OUT_OF_GAS' };
}

async function runTransaction(
  { head }: ChainNode,
  client: ChainNode['node'],
  { signal, gas, ...call }: Omit<Simulation, 'scope'> & { gas: bigint; signal?: AbortSignal },
): Promise<UntrustedAnswer> {
  const floor = await head.floor();
  try {
    const { number, timestamp } = await client.getBlock();
    await head.require({ number: Number(number), timestamp: Number(timestamp) }, floor);
    // On its latest block the local chain runs a call with the current time, so a call that must be fresh names the
    // block.
    const block = head === anyHead ? 'latest' : numberToHex(number);
    const answer = await client.request(
      { method: 'eth_call', params: [{ ...call, gas: numberToHex(gas) }, block] },
      { signal },
    );
    return { kind: 'returned', data: answer };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const failure = classifyCallError(error);
    if (failure.kind === 'UNAVAILABLE') throw chainUnavailable(error);
    if (failure.kind === 'TOO_LARGE') return { kind: 'failed', failure: 'TOO_LARGE' };
    // A call that ran out of gas, at any depth, ends as a revert without data.
    return { kind: 'failed', failure: failure.data === '0x' ? 'OUT_OF_GAS' : 'REVERTED' };
  }
}
