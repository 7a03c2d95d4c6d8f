import type { Address } from 'viem';
import { chainUnavailable } from '#chain/call-failure.ts';
import { callUntrustedContract } from '#chain/call-untrusted-contract.ts';
import type { ChainClient } from '#chain/chain-client.ts';
import type { CallScope } from '#chain/untrusted-calls.ts';
import { scalarKind } from './abi-types.ts';
import {
  type AccessConditions,
  type Comparator,
  type ContractPredicate,
  type Operator,
  userAddressPlaceholder,
} from './conditions.ts';
import { encodeCall } from './encode-call.ts';
import { expectedValue, testReturnValue } from './test-return-value.ts';

/** How one predicate came out, fit for JSON. */
export interface PredicateResult {
  /** Among the predicates, from 0. */
  index: number;
  /** `null`: skipped, as it could not change the result. */
  met: boolean | null;
  contractAddress: Address;
  functionName: string;
  /** With the wallet in place of `:userAddress`. */
  params: string[];
  comparator: Comparator;
  expected: string;
  /** Returned value, cut to 256 characters; `null` if skipped or missing. */
  actual: string | null;
  /** Why there is no value. */
  failure?: 'REVERTED' | 'TOO_LARGE' | 'OUT_OF_GAS' | 'NO_DATA' | 'UNDECODABLE';
}

export interface Verdict {
  met: boolean;
  /** The newest block when the evaluation began; the answers are of this state or a newer one. */
  blockNumber: number;
  predicates: PredicateResult[];
}

const totalMs = 8_000;
const maxShown = 256;

/**
 * Evaluates conditions for a wallet on the current chain state: from left to right without precedence; `or` after true
 * and `and` after false skip their right operand.
 *
 * [Note: which block] Calls use `latest` instead of a pinned block. Grants expire by `block.timestamp`, and a call on
 * a pinned block has the time of that block: on a chain without regular blocks an expired grant would stay valid until
 * the next transaction. Two operands can therefore see adjacent blocks.
 *
 * @param question.scope the account whose limits of contract calls apply
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` if a required operand could not be read (evaluation fails closed), and
 *   `RATE_LIMITED` as `callUntrustedContract`
 */
export async function evaluateConditions(
  chain: ChainClient,
  { predicates, operators }: AccessConditions,
  { userAddress, scope }: { userAddress: Address; scope: CallScope },
): Promise<Verdict> {
  const call = { scope, signal: AbortSignal.timeout(totalMs) };
  const blockNumber = await chain.node.getBlockNumber({ cacheTime: 0 }).catch((error: unknown) => {
    throw chainUnavailable(error);
  });
  const results: PredicateResult[] = [];
  let met = false;
  for (const [index, predicate] of predicates.entries()) {
    const skipped = index > 0 && isDecided(met, operators[index - 1]);
    const result = { index, ...describe(predicate, userAddress) };
    if (skipped) {
      results.push({ ...result, met: null, actual: null });
    } else {
      const tested = await evaluate(chain, predicate, userAddress, call);
      results.push({ ...result, ...tested });
      met = tested.met;
    }
  }
  return { met, blockNumber: Number(blockNumber), predicates: results };
}

/** An operand that is not skipped decides alone: after `or` the left side is false, after `and` it is true. */
function isDecided(met: boolean, operator: Operator | undefined): boolean {
  return operator === 'or' ? met : !met;
}

async function evaluate(
  chain: ChainClient,
  predicate: ContractPredicate,
  userAddress: Address,
  call: { scope: CallScope; signal: AbortSignal },
): Promise<Pick<PredicateResult, 'actual' | 'failure'> & { met: boolean }> {
  const data = encodeCall(predicate, userAddress);
  const answer = await callUntrustedContract(chain, { to: predicate.contractAddress, data, ...call });
  if (answer.kind === 'failed') return { met: false, actual: null, failure: answer.failure };
  if (answer.data === '0x') return { met: false, actual: null, failure: 'NO_DATA' };
  const { met, actual } = testReturnValue(predicate, answer.data, userAddress);
  if (actual === null) return { met, actual, failure: 'UNDECODABLE' };
  return { met, actual: actual.slice(0, maxShown).toWellFormed() };
}

function describe(predicate: ContractPredicate, userAddress: Address) {
  const { contractAddress, functionName, comparator, inputs } = predicate;
  const wallet = userAddress.toLowerCase();
  const params = predicate.params.map((param, index) =>
    scalarKind(inputs[index]?.type ?? '') === null
      ? param.replaceAll(`"${userAddressPlaceholder}"`, `"${wallet}"`)
      : param === userAddressPlaceholder
        ? wallet
        : param,
  );
  return {
    contractAddress,
    functionName,
    params,
    comparator,
    expected: String(expectedValue(predicate, userAddress)),
  };
}
