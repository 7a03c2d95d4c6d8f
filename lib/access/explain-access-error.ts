import { LabroomError } from '@labroom/client/api-failure';
import type { Network } from '@labroom/contracts/networks';
import {
  type DescribedCondition,
  describeConditions,
  type LabName,
} from '@labroom/protocol/describe-conditions';

/** One condition with its result on the chain. */
export interface TriedCondition {
  condition: DescribedCondition | null;
  /** `null`: not evaluated, because an earlier condition had already decided. */
  met: boolean | null;
  /** The call that the service made. */
  call: string;
  contractAddress: string;
  /** The required result, and the actual one; `null` if the call reverted or was not made. */
  expected: string;
  actual: string | null;
  /** The parts of `call` and `expected`. */
  test: { functionName: string; params: string[]; comparator: string; value: string };
}

export type ExplainedAccessError =
  | {
      kind: 'not-permitted';
      /** The wallet that was checked. */
      wallet: string | null;
      blockNumber: string | null;
      tried: TriedCondition[];
      /** Whether a role in this lab would open the file, so that owners and contributors can help. */
      opensToMembers: boolean;
    }
  | { kind: 'signed-out' }
  /** The chain could not be read, so the wallet's rights are unknown. */
  | { kind: 'chain-unreadable'; requestId: string | undefined }
  | { kind: 'other'; message: string; requestId: string | undefined; retryable: boolean };

/** Explains why a file did not open. `conditions` is the file's `accessControlConditions`. */
export function explainAccessError(
  error: unknown,
  conditions: string,
  lab: LabName,
  network: Network,
): ExplainedAccessError {
  if (!(error instanceof LabroomError)) {
    const message = error instanceof Error ? error.message : 'The file could not be opened.';
    return { kind: 'other', message, requestId: undefined, retryable: true };
  }
  const { code, reason, requestId, retryable, message, details } = error;
  if (code === 'UNAUTHENTICATED') return { kind: 'signed-out' };
  if (code === 'UPSTREAM_UNAVAILABLE') return { kind: 'chain-unreadable', requestId };
  if (reason !== 'ACCESS_CONDITIONS_NOT_MET') return { kind: 'other', message, requestId, retryable };

  const words = describeConditions(conditions, lab, network) ?? [];
  const predicates = Array.isArray(details.predicates) ? details.predicates.filter(isRecord) : [];
  const tried = predicates.map((predicate, position) => triedCondition(predicate, position, words));
  return {
    kind: 'not-permitted',
    wallet: text(details.wallet),
    blockNumber: text(details.blockNumber) ?? text(predicates[0]?.blockNumber),
    tried,
    opensToMembers: words.some(({ isLabRole }) => isLabRole),
  };
}

function triedCondition(
  predicate: Record<string, unknown>,
  position: number,
  words: readonly DescribedCondition[],
): TriedCondition {
  const index = typeof predicate.index === 'number' ? predicate.index : position;
  const params = Array.isArray(predicate.params) ? predicate.params.map((param) => text(param) ?? '?') : [];
  const test = {
    functionName: text(predicate.functionName) ?? 'call',
    params,
    comparator: text(predicate.comparator) ?? '=',
    value: text(predicate.expected) ?? '?',
  };
  return {
    condition: words[index] ?? null,
    met: typeof predicate.met === 'boolean' ? predicate.met : null,
    call: `${test.functionName}(${params.join(', ')})`,
    contractAddress: text(predicate.contractAddress) ?? '',
    expected: `${test.comparator} ${test.value}`,
    actual: text(predicate.actual),
    test,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
