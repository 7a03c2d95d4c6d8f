import type { ChainName } from '@labroom/contracts/networks';
import { namesChain } from '@labroom/protocol/deprecated-forms';
import { type AbiParameter, isAddress, zeroAddress } from 'viem';
import { z } from 'zod';
import { describeIssue } from '#platform/input/input-issues.ts';
import { abiParameterSchema, componentsOf, scalarKind, withoutNames } from './abi-types.ts';
import { parseScalar } from './abi-values.ts';
import { type Comparator, type ContractPredicate, InvalidConditionError } from './conditions.ts';
import { encodeCall } from './encode-call.ts';

const parametersSchema = z.array(abiParameterSchema).max(32);

/** Rejects unknown keys where they could change the meaning; an ABI may have more keys. */
const predicateSchema = z.strictObject({
  conditionType: z.literal('evmContract'),
  contractAddress: z
    .string()
    .refine((value) => isAddress(value) && value !== zeroAddress, { error: 'is not an address' }),
  chain: z.string(),
  functionName: z.string().regex(/^[A-Za-z_$][\w$]{0,127}$/, { error: 'is not the name of a function' }),
  functionParams: z.array(z.string()).max(32),
  functionAbi: z.object({
    name: z.string(),
    type: z.literal('function'),
    inputs: parametersSchema,
    outputs: parametersSchema.min(1),
    stateMutability: z.enum(['view', 'pure'], { error: 'must be view or pure' }),
  }),
  returnValueTest: z.strictObject({
    key: z.string(),
    comparator: z.enum(['=', '!=', '>', '>=', '<', '<=']),
    value: z.string(),
  }),
});

/**
 * Parses an `EvmContractCondition`: its call can be encoded for every wallet, and its result can be compared.
 * @throws InvalidConditionError
 */
export function parsePredicate(value: unknown, chain: ChainName): ContractPredicate {
  const parsed = predicateSchema.safeParse(value, { error: describeIssue });
  if (!parsed.success) throw shapeProblem(parsed.error);
  const { functionAbi, functionName, functionParams, returnValueTest, ...rest } = parsed.data;
  if (!namesChain(rest.chain, chain))
    throw new InvalidConditionError('CHAIN', `chain must be ${chain} in this environment`);
  if (functionAbi.name !== functionName)
    throw new InvalidConditionError('ABI', 'functionAbi.name must be functionName');
  if (functionParams.length !== functionAbi.inputs.length) {
    throw new InvalidConditionError(
      'PARAMS',
      `functionParams must have one entry for each of ${functionAbi.inputs.length} inputs`,
    );
  }
  const output = selectOutput(functionAbi.outputs, returnValueTest.key);
  const predicate: ContractPredicate = {
    contractAddress: rest.contractAddress.toLowerCase() as `0x${string}`,
    functionName,
    inputs: withoutNames(functionAbi.inputs),
    outputs: withoutNames(functionAbi.outputs),
    params: functionParams,
    outputPath: output.path,
    outputType: output.type,
    comparator: returnValueTest.comparator,
    expected: returnValueTest.value,
  };
  mustEncode(predicate);
  mustCompare(predicate);
  return predicate;
}

/** The output that `key` names: of the function, or a member where it returns a single struct. */
function selectOutput(outputs: readonly AbiParameter[], key: string): { path: number[]; type: string } {
  const [only] = outputs;
  if (key === '') {
    if (only === undefined || outputs.length > 1)
      throw badTest('key must name one of the outputs, as there are several');
    return { path: [0], type: only.type };
  }
  const named = places(outputs, key).map((index) => ({ path: [index], type: outputs[index]?.type ?? '' }));
  if (named.length === 0 && outputs.length === 1 && only?.type === 'tuple') {
    const members = componentsOf(only);
    named.push(
      ...places(members, key).map((index) => ({ path: [0, index], type: members[index]?.type ?? '' })),
    );
  }
  const [selected] = named;
  if (selected === undefined || named.length > 1)
    throw badTest(`key "${key}" names ${named.length} outputs, not one`);
  return selected;
}

function places(parameters: readonly AbiParameter[], name: string): number[] {
  return parameters.flatMap((parameter, index) => (parameter.name === name ? [index] : []));
}

function mustEncode(predicate: ContractPredicate): void {
  try {
    encodeCall(predicate, zeroAddress);
  } catch (error) {
    throw new InvalidConditionError(
      'PARAMS',
      error instanceof TypeError ? error.message : 'functionParams do not encode',
    );
  }
}

function mustCompare({ outputType, comparator, expected }: ContractPredicate): void {
  const kind = scalarKind(outputType);
  if (kind === null) throw badTest(`an output of type ${outputType} cannot be compared`);
  const equality: readonly Comparator[] = ['=', '!='];
  if (kind !== 'int' && kind !== 'uint' && !equality.includes(comparator)) {
    throw badTest(`${outputType} is compared with = or != only, not ${comparator}`);
  }
  try {
    parseScalar(kind, outputType, expected, zeroAddress);
  } catch (error) {
    throw badTest(error instanceof TypeError ? `value: ${error.message}` : 'value does not fit the output');
  }
}

function badTest(message: string): InvalidConditionError {
  return new InvalidConditionError('RETURN_VALUE_TEST', `returnValueTest: ${message}`);
}

function shapeProblem(error: z.ZodError): InvalidConditionError {
  const [issue] = error.issues;
  const path = issue?.path.map(String) ?? [];
  const rule =
    path[0] === 'functionAbi' ? 'ABI' : path[0] === 'returnValueTest' ? 'RETURN_VALUE_TEST' : 'SHAPE';
  return new InvalidConditionError(rule, `${path.join('.') || 'it'} ${issue?.message}`);
}
