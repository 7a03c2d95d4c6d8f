import type { ChainName } from '@labroom/contracts/networks';
import { ambiguityOf } from '@labroom/protocol/duplicate-key';
import { zeroAddress } from 'viem';
import { z } from 'zod';
import { ServiceError } from '#platform/errors/errors.ts';
import {
  type AccessConditions,
  type ContractPredicate,
  InvalidConditionError,
  type Operator,
  userAddressPlaceholder,
} from './conditions.ts';
import { encodeCall } from './encode-call.ts';
import { parsePredicate } from './parse-predicate.ts';
import { expectedValue } from './test-return-value.ts';

const maxBytes = 32 * 1024;
const maxPredicates = 16;

const operatorSchema = z.strictObject({ operator: z.enum(['and', 'or']) });

/**
 * Reads `accessControlConditions` and checks that they can be evaluated. Stored conditions are read with this function, new
 * ones with `parseNewConditions`.
 * @throws ServiceError `VALIDATION_FAILED`, reason `INVALID_CONDITIONS`, with `rule` and the `index` in the array
 */
export function parseConditions(text: string, { chain }: { chain: ChainName }): AccessConditions {
  let index: number | undefined;
  try {
    const items = parseArray(text);
    const predicates: ContractPredicate[] = [];
    const operators: Operator[] = [];
    for (index = 0; index < items.length; index += 1) {
      if (index % 2 === 0) predicates.push(parsePredicate(mustBePredicate(items[index]), chain));
      else operators.push(parseOperator(items[index]));
    }
    return { chain, predicates, operators };
  } catch (error) {
    if (!(error instanceof InvalidConditionError)) throw error;
    throw invalidConditions(error, index);
  }
}

/**
 * As `parseConditions`, for conditions that are not stored yet: no object has a key twice, so that all
 * readers see the same conditions, and at least one predicate
 * depends on the wallet.
 * @throws ServiceError as `parseConditions`
 */
export function parseNewConditions(text: string, options: { chain: ChainName }): AccessConditions {
  const conditions = parseConditions(text, options);
  const ambiguity = ambiguityOf(text);
  if (ambiguity !== null) throw invalidConditions(new InvalidConditionError('AMBIGUOUS_JSON', ambiguity));
  if (!conditions.predicates.some(dependsOnWallet)) {
    const message = `no condition uses ${userAddressPlaceholder}, so every wallet gets the same result`;
    throw invalidConditions(new InvalidConditionError('NO_USER_ADDRESS', message));
  }
  return conditions;
}

const anotherAddress = '0x0000000000000000000000000000000000000001';

/** Text that only contains the placeholder does not count: it must change the call or the expected value. */
function dependsOnWallet(predicate: ContractPredicate): boolean {
  return (
    encodeCall(predicate, zeroAddress) !== encodeCall(predicate, anotherAddress) ||
    expectedValue(predicate, zeroAddress) !== expectedValue(predicate, anotherAddress)
  );
}

/** The error that callers see. `index`: the place in the array, if the fault is in one condition. */
export function invalidConditions({ rule, message }: InvalidConditionError, index?: number): ServiceError {
  const where = index === undefined ? 'accessControlConditions' : `accessControlConditions[${index}]`;
  return new ServiceError('VALIDATION_FAILED', `${where}: ${message}.`, {
    reason: 'INVALID_CONDITIONS',
    details: {
      argument: 'encryptionMetadata.accessControlConditions',
      rule,
      ...(index !== undefined && { index }),
    },
  });
}

function parseArray(text: string): unknown[] {
  if (Buffer.byteLength(text) > maxBytes)
    throw new InvalidConditionError('SIZE', `they have more than ${maxBytes} bytes`);
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {
    throw new InvalidConditionError('JSON', 'they are not JSON');
  }
  if (!Array.isArray(items)) throw new InvalidConditionError('JSON', 'they are not a JSON array');
  if (items.length === 0) throw new InvalidConditionError('COUNT', 'there is no condition');
  if (items.length > 2 * maxPredicates - 1) {
    throw new InvalidConditionError('COUNT', `there are more than ${maxPredicates} conditions`);
  }
  if (items.length % 2 === 0)
    throw new InvalidConditionError('ALTERNATION', 'they must begin and end with a condition');
  return items;
}

function mustBePredicate(item: unknown): unknown {
  if (operatorSchema.safeParse(item).success) {
    throw new InvalidConditionError('ALTERNATION', 'must be a condition, not an operator');
  }
  return item;
}

function parseOperator(item: unknown): Operator {
  const parsed = operatorSchema.safeParse(item);
  if (!parsed.success) {
    throw new InvalidConditionError(
      'ALTERNATION',
      'conditions must be joined by {"operator":"and"} or {"operator":"or"}',
    );
  }
  return parsed.data.operator;
}
