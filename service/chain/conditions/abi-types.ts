import type { AbiParameter } from 'viem';
import { z } from 'zod';

export type ScalarKind = 'int' | 'uint' | 'address' | 'bool' | 'string' | 'bytes' | 'fixedBytes';

/** Structs in structs; a text may be long enough to nest them until the stack ends. */
const maxDepth = 8;

/** One input or output of a function. Other keys of an ABI (`internalType`, …) are ignored. */
export const abiParameterSchema = parameterSchema(maxDepth);

function parameterSchema(depth: number): z.ZodType<AbiParameter> {
  const components = depth === 0 ? z.never() : z.lazy(() => parameterSchema(depth - 1));
  return z
    .object({
      name: z.string().optional(),
      type: z.string().max(64).refine(isAbiType, { error: 'is not a canonical ABI type such as uint256' }),
      components: z.array(components).min(1).max(32).optional(),
    })
    .refine(({ type, components }) => type.startsWith('tuple') === (components !== undefined), {
      error: 'has components exactly when it is a tuple',
    });
}

/** Kind of a type without brackets; `null` for tuples, arrays and unknown types. */
export function scalarKind(type: string): ScalarKind | null {
  if (type === 'address' || type === 'bool' || type === 'string' || type === 'bytes') return type;
  const [, name, digits] = /^(u?int|bytes)([1-9]\d{0,2})$/.exec(type) ?? [];
  const width = Number(digits);
  if (name === 'bytes') return width <= 32 ? 'fixedBytes' : null;
  if (name !== 'int' && name !== 'uint') return null;
  return width % 8 === 0 && width <= 256 ? name : null;
}

/** Element type of an array; `null` if `type` is not an array. */
export function arrayElement(
  parameter: AbiParameter,
): { element: AbiParameter; length: number | null } | null {
  const [, type, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? [];
  if (type === undefined) return null;
  return { element: { ...parameter, type }, length: length === '' ? null : Number(length) };
}

export function componentsOf(parameter: AbiParameter): readonly AbiParameter[] {
  return 'components' in parameter ? parameter.components : [];
}

/** Removes names: viem then returns tuples as arrays, and untrusted names never become property names. */
export function withoutNames(parameters: readonly AbiParameter[]): AbiParameter[] {
  return parameters.map((parameter) =>
    'components' in parameter
      ? { type: parameter.type, components: withoutNames(parameter.components) }
      : { type: parameter.type },
  );
}

/** Aliases (`uint`) are not canonical: their selector would name another function. */
function isAbiType(type: string): boolean {
  const base = /^(.*?)((?:\[(?:[1-9]\d{0,2})?\]){0,4})$/.exec(type)?.[1] ?? '';
  return base === 'tuple' || scalarKind(base) !== null;
}
