import { type Address, type Hex, isAddressEqual } from 'viem';
import { untrustedCalls } from '../platform/telemetry/metrics.ts';
import { readBounded } from './bounded-reads.ts';
import type { ChainNode } from './chain-client.ts';
import type { CallScope } from './untrusted-calls.ts';

/** Result of a call. `failed` means that the contract reverted, ran out of gas, or returned too much data. */
export type UntrustedAnswer =
  | { kind: 'returned'; data: Hex }
  | { kind: 'failed'; failure: 'REVERTED' | 'TOO_LARGE' | 'OUT_OF_GAS' };

type Budget = 'small' | 'large';

interface UntrustedCall {
  to: Address;
  data: Hex;
  /** Accounts that the call counts against. `contract` is added. */
  scope: CallScope;
  /** `large` skips the small budget when it is known not to suffice. */
  budget?: Budget;
  signal?: AbortSignal | undefined;
}

/** Gas passed to the contract, without the cost of the transaction. Most calls use a tenth of the small budget. */
const gasBudgets = { small: 300_000n, large: 3_000_000n };
const maxReturnBytes = 16 * 1024;

/**
 * Calls an untrusted contract at the latest block, without changing state. It may loop, lie, return megabytes or ask
 * for a URL to be fetched: gas, size and time are limited, and no instruction in its answer is followed. It gets the
 * large gas budget only after the small one ran out. A contract that used up the large one is not called again for some
 * minutes; the call counts as failed.
 * @throws ServiceError `RATE_LIMITED`, reasons `UNTRUSTED_CALLS_LIMIT` and `CONTRACT_OUT_OF_GAS`, and
 * `UPSTREAM_UNAVAILABLE` when the node failed, so that nothing is known about the contract
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
