import { z } from 'zod';
import type { ChainName } from '../../../contracts/networks.ts';
import { ServiceError } from '../../errors.ts';
import {
  type AccessConditions,
  type ContractPredicate,
  InvalidCondition,
  type Operator,
} from './conditions.ts';
import { parsePredicate } from './parse-predicate.ts';

const maxBytes = 32 * 1024;
const maxPredicates = 16;

const operatorSchema = z.strictObject({ operator: z.enum(['and', 'or']) });

/**
 * Reads `accessControlConditions` and checks every rule of decisions.md, "Access conditions", so that no file is stored
 * that nobody can ever open.
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
    if (!(error instanceof InvalidCondition)) throw error;
    const where = index === undefined ? 'accessControlConditions' : `accessControlConditions[${index}]`;
    throw new ServiceError('VALIDATION_FAILED', `${where}: ${error.message}.`, {
      reason: 'INVALID_CONDITIONS',
      details: {
        argument: 'encryptionMetadata.accessControlConditions',
        rule: error.rule,
        ...(index !== undefined && { index }),
      },
    });
  }
}

function parseArray(text: string): unknown[] {
  if (Buffer.byteLength(text) > maxBytes)
    throw new InvalidCondition('SIZE', `they have more than ${maxBytes} bytes`);
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {
    throw new InvalidCondition('JSON', 'they are not JSON');
  }
  if (!Array.isArray(items)) throw new InvalidCondition('JSON', 'they are not a JSON array');
  if (items.length === 0) throw new InvalidCondition('COUNT', 'there is no condition');
  if (items.length > 2 * maxPredicates - 1) {
    throw new InvalidCondition('COUNT', `there are more than ${maxPredicates} conditions`);
  }
  if (items.length % 2 === 0)
    throw new InvalidCondition('ALTERNATION', 'they must begin and end with a condition');
  return items;
}

function mustBePredicate(item: unknown): unknown {
  if (operatorSchema.safeParse(item).success) {
    throw new InvalidCondition('ALTERNATION', 'a condition must stand here, not an operator');
  }
  return item;
}

function parseOperator(item: unknown): Operator {
  const parsed = operatorSchema.safeParse(item);
  if (!parsed.success) {
    throw new InvalidCondition(
      'ALTERNATION',
      'conditions must be joined by {"operator":"and"} or {"operator":"or"}',
    );
  }
  return parsed.data.operator;
}
