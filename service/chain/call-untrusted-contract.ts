import { type Address, type Hex, isAddressEqual, numberToHex } from 'viem';
import { ServiceError } from '../platform/errors.ts';
import { untrustedCalls } from '../platform/telemetry/metrics.ts';
import { readBounded } from './bounded-reads.ts';
import { chainUnavailable, classifyCallError } from './call-failure.ts';
import type { ChainNode } from './chain-client.ts';
import { anyHead } from './head-guard.ts';
import type { CallScope } from './untrusted-calls.ts';

/** What a contract answered. `failed` is its own doing: it reverted, ran out of gas, or said too much. */
export type UntrustedAnswer =
  | { kind: 'returned'; data: Hex }
  | { kind: 'failed'; failure: 'REVERTED' | 'TOO_LARGE' | 'OUT_OF_GAS' };

type Budget = 'small' | 'large';

interface UntrustedCall {
  to: Address;
  data: Hex;
  /** On whose account it is called. `contract` is added. */
  scope: CallScope;
  /** `large`: the small budget is known not to suffice. */
  budget?: Budget;
  signal?: AbortSignal | undefined;
}

/** Gas that a contract gets, without what the transaction costs. Most answers take a tenth of the small budget. */
const gasBudgets = { small: 300_000n, large: 3_000_000n };
const maxReturnBytes = 16 * 1024;

/**
 * Calls a contract that we know nothing about, on the latest block, without changing state. It may loop, lie, answer with
 * megabytes or ask for a URL to be fetched: gas, size and time are limited, and nothing that it says is followed. It gets
 * the large gas budget only where the small one ran out. A contract that used up the large one is not asked again for some
 * minutes: it has failed.
 * @throws ServiceError `RATE_LIMITED`, reasons `UNTRUSTED_CALLS_LIMIT` and `CONTRACT_OUT_OF_GAS`, and `UPSTREAM_UNAVAILABLE`
 * when the node failed, so that nothing is known about the contract
 */
export async function callUntrustedContract(chain: ChainNode, call: UntrustedCall): Promise<UntrustedAnswer> {
  const scope = { ...call.scope, contract: call.to };
  if (chain.untrusted.burnedFor(scope) > 0) return { kind: 'failed', failure: 'OUT_OF_GAS' };
  const small = call.budget === 'large' ? 'exhausted' : await callWithin(chain, call, 'small', scope);
  if (small !== 'exhausted') return small;
  chain.untrusted.takeLarge(scope);
  const large = await callWithin(chain, call, 'large', scope);
  if (large !== 'exhausted') return large;
  chain.untrusted.noteBurn(scope);
  return { kind: 'failed', failure: 'OUT_OF_GAS' };
}

async function callWithin(
  chain: ChainNode,
  { to, data, signal }: UntrustedCall,
  budget: Budget,
  scope: CallScope,
): Promise<UntrustedAnswer | 'exhausted'> {
  const ask = async (client: ChainNode['node'], signals: (AbortSignal | undefined)[]) => {
    const [result] = await readBounded(
      { client, head: chain.head },
      [{ to, data, gas: gasBudgets[budget] }],
      { maxBytes: maxReturnBytes, signal: AbortSignal.any(signals.filter((one) => one !== undefined)) },
    );
    return result;
  };
  // The project's own contracts answer most conditions. Those calls are as cheap as role reads and need not queue.
  const isOwn = budget === 'small' && chain.trusted.some((own) => isAddressEqual(own, to));
  const result = isOwn
    ? await ask(chain.node, [signal])
    : await chain.untrusted.run(scope, (limit) => ask(chain.untrustedNode, [limit, signal]), {
        isLarge: budget === 'large',
      });
  const answer = result ? answerOf(result) : ({ kind: 'failed', failure: 'REVERTED' } as const);
  const outcome = answer === 'exhausted' ? answer : answer.kind;
  untrustedCalls.inc({ budget, outcome });
  return answer;
}

function answerOf({ success, size, data, isExhausted }: Awaited<ReturnType<typeof readBounded>>[number]) {
  if (isExhausted) return 'exhausted';
  if (size > maxReturnBytes) return { kind: 'failed', failure: 'TOO_LARGE' } as const;
  return success ? ({ kind: 'returned', data } as const) : ({ kind: 'failed', failure: 'REVERTED' } as const);
}

interface Simulation {
  /** Absent: `data` is executed as the init code of a contract that is never kept. */
  to?: Address;
  data: Hex;
  /** On whose account it runs. `contract` is the one that matters. `null`: no untrusted contract takes part. */
  scope: CallScope | null;
}

/** Gas of the whole transaction: a smart account may be deployed first. */
const transactionBudgets = { small: 1_200_000n, large: 5_000_000n };

/**
 * Runs a transaction in which contracts that we know nothing about take part, without keeping what it changes: what
 * `callUntrustedContract` is for calls that only read.
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
    // The local chain lends calls on its latest block the present second; one that is required to be fresh is pinned.
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
    // A revert without data is what running out of gas looks like, one or more calls deep.
    return { kind: 'failed', failure: failure.data === '0x' ? 'OUT_OF_GAS' : 'REVERTED' };
  }
}
