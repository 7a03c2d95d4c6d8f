import type { AccessCondition, EvmContractCondition } from './conditions.ts';

/** Parses the conditions of a file. The input is untrusted: returns `null` for anything that is not well-formed. */
export function parseConditions(json: string): AccessCondition[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || parsed.length % 2 === 0) return null;
  const wellFormed = parsed.every((part, index) => (index % 2 === 0 ? isCall(part) : isOperator(part)));
  return wellFormed ? (parsed as AccessCondition[]) : null;
}

export function isCall(part: unknown): part is EvmContractCondition {
  if (!isRecord(part) || part.conditionType !== 'evmContract' || !isRecord(part.returnValueTest))
    return false;
  const { comparator, value } = part.returnValueTest;
  const texts = [part.contractAddress, part.chain, part.functionName, comparator, value];
  return texts.every(isText) && Array.isArray(part.functionParams) && part.functionParams.every(isText);
}

const isOperator = (part: unknown) => isRecord(part) && (part.operator === 'and' || part.operator === 'or');
const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
