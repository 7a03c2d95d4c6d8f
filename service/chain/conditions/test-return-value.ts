import { type Address, decodeAbiParameters, type Hex } from 'viem';
import { scalarKind } from './abi-types.ts';
import { type AbiScalar, parseScalar } from './abi-values.ts';
import type { Comparator, ContractPredicate } from './conditions.ts';

/** What a contract returned, and whether that meets the predicate. */
export interface TestedValue {
  met: boolean;
  /** As it would be written in a condition; `null` when the data does not decode to the promised type. */
  actual: string | null;
}

/** Compares the returned data of a predicate's call with what it expects. Never throws: nonsense meets nothing. */
export function testReturnValue(predicate: ContractPredicate, data: Hex, userAddress: Address): TestedValue {
  const actual = decodeOutput(predicate, data);
  if (actual === null) return { met: false, actual: null };
  return {
    met: compare(actual, predicate.comparator, expectedValue(predicate, userAddress)),
    actual: String(actual),
  };
}

/** The value a predicate expects from this wallet's point of view, as it would be written in a condition. */
export function expectedValue({ outputType, expected }: ContractPredicate, userAddress: Address): AbiScalar {
  const kind = scalarKind(outputType);
  if (kind === null) throw new TypeError(`${outputType} cannot be compared`);
  return parseScalar(kind, outputType, expected, userAddress);
}

function decodeOutput({ outputs, outputPath, outputType }: ContractPredicate, data: Hex): AbiScalar | null {
  try {
    let value: unknown = decodeAbiParameters(outputs, data);
    for (const place of outputPath) value = Array.isArray(value) ? value[place] : undefined;
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return null;
    const kind = scalarKind(outputType);
    if (kind === 'string') return String(value);
    // Back through the parser, which refuses what Solidity's decoder would: a uint8 of 300.
    return kind && parseScalar(kind, outputType, String(value).toLowerCase(), '0x');
  } catch {
    return null;
  }
}

function compare(actual: AbiScalar, comparator: Comparator, expected: AbiScalar): boolean {
  switch (comparator) {
    case '=':
      return actual === expected;
    case '!=':
      return actual !== expected;
    case '>':
      return actual > expected;
    case '>=':
      return actual >= expected;
    case '<':
      return actual < expected;
    case '<=':
      return actual <= expected;
  }
}
