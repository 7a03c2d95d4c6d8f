import { isCall, parseConditions } from '@labroom/protocol/parse-conditions';

/**
 * The amount of a token, in its smallest unit, that a holder needs to open a file; `null` if its conditions ask for none.
 * @param conditions JSON, as a version has them
 */
export function holdersMinimum(conditions: string): bigint | null {
  const balance = parseConditions(conditions)?.findLast(
    (part) => isCall(part) && part.functionName === 'balanceOf' && part.returnValueTest.comparator === '>=',
  );
  if (!balance || !isCall(balance) || !/^\d{1,78}$/.test(balance.returnValueTest.value)) return null;
  return BigInt(balance.returnValueTest.value);
}
