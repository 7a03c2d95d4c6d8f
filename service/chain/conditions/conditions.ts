import type { ChainName } from '@labroom/contracts/networks';
import type { AbiParameter, Address } from 'viem';

/** Placeholder in a parameter or an expected value for the wallet of the caller. */
export const userAddressPlaceholder = ':userAddress';

export type Comparator = '=' | '!=' | '>' | '>=' | '<' | '<=';
export type Operator = 'and' | 'or';

/** An `EvmContractCondition` that was checked: it can be encoded, and its answer can be compared. */
export interface ContractPredicate {
  contractAddress: Address;
  functionName: string;
  inputs: readonly AbiParameter[];
  outputs: readonly AbiParameter[];
  /** One per input, as written. */
  params: readonly string[];
  /** The output that is compared, by its place: `[1]` in `(a, b)`, `[0, 1]` for a member of a returned struct. */
  outputPath: readonly number[];
  outputType: string;
  comparator: Comparator;
  /** As written. */
  expected: string;
}

/** `operators[i]` joins the result so far with `predicates[i + 1]`. */
export interface AccessConditions {
  chain: ChainName;
  predicates: readonly ContractPredicate[];
  operators: readonly Operator[];
}

/** Which rule of the documentation a text breaks, for `details.rule`. */
export type ConditionRule =
  | 'SIZE'
  | 'JSON'
  | 'COUNT'
  | 'ALTERNATION'
  | 'SHAPE'
  | 'CHAIN'
  | 'ABI'
  | 'PARAMS'
  | 'RETURN_VALUE_TEST'
  // For new conditions only:
  | 'AMBIGUOUS_JSON'
  | 'NO_USER_ADDRESS'
  | 'NO_CODE'
  | 'MET_BY_ANYONE';

/** Where and how a condition breaks a rule. `parseConditions` turns it into the error that callers see. */
export class InvalidConditionError extends Error {
  readonly rule: ConditionRule;

  constructor(rule: ConditionRule, message: string) {
    super(message);
    this.name = 'InvalidConditionError';
    this.rule = rule;
  }
}
