import { type AccessCondition, type EvmContractCondition, USER_ADDRESS } from '@labroom/protocol/conditions';
import { isCall } from '@labroom/protocol/parse-conditions';
import { askContract, type ContractCaller } from './ask-contract.ts';

/** Whether a wallet could open a file now. `unknown` means that the chain could not be read, not `no`. */
export type Answer = 'yes' | 'no' | 'unknown';

/**
 * Evaluates conditions for a wallet, on the latest block unless the caller pins one, as the service does: from left to right without precedence,
 * where `or` after true and `and` after false skip the next condition.
 */
export async function tryConditions(
  chain: ContractCaller,
  conditions: readonly AccessCondition[],
  wallet: string,
): Promise<Answer> {
  let met = false;
  let operator: 'and' | 'or' = 'or';
  for (const condition of conditions) {
    if (!isCall(condition)) {
      operator = condition.operator;
      continue;
    }
    const isDecided = operator === 'or' ? met : !met;
    if (isDecided) continue;
    const answer = await askContract(chain, condition, wallet);
    if (answer.kind === 'silent') return 'unknown';
    met = answer.kind === 'value' && holds(answer.value, condition, wallet);
  }
  return met ? 'yes' : 'no';
}

function holds(
  actual: unknown,
  { returnValueTest: { comparator, value: written } }: EvmContractCondition,
  wallet: string,
): boolean {
  const value = written === USER_ADDRESS ? wallet : written;
  // viem returns narrow integers as numbers.
  const isNumber = typeof actual === 'bigint' || typeof actual === 'number';
  const [left, right] = isNumber
    ? [BigInt(actual), BigInt(value)]
    : [String(actual).toLowerCase(), value.toLowerCase()];
  switch (comparator) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '>':
      return isNumber && left > right;
    case '>=':
      return isNumber && left >= right;
    case '<':
      return isNumber && left < right;
    case '<=':
      return isNumber && left <= right;
  }
}
