import { coerceInputValue, type GraphQLField, type GraphQLResolveInfo, isRequiredArgument } from 'graphql';
import { z } from 'zod';
import type { RequestContext } from '../context.ts';
import { foresee } from '../operations/foresee/foresee.ts';
import { briefly, ServiceError } from '../platform/errors.ts';
import type { QueryForeseeArgs } from '../schema.generated.ts';
import { thrown } from './thrown.ts';

/** `foresee`: its variables are coerced as those of the mutation that it asks about. */
export function foreseeField(
  parent: unknown,
  asked: QueryForeseeArgs,
  context: RequestContext,
  info: GraphQLResolveInfo,
) {
  const field = info.schema.getMutationType()?.getFields()[asked.operation];
  if (!field) throw new Error(`The schema has no mutation ${asked.operation}`);
  return thrown((_: RequestContext, { operation, wallet, variables }: QueryForeseeArgs) => {
    const values = readObject(variables);
    return foresee(context, { operation, wallet, readArgs: () => coerceArguments(field, values) });
  })(parent, asked, context, info);
}

function readObject(text: string): Record<string, unknown> {
  const parsed = z.string().transform(readJson).pipe(z.record(z.string(), z.unknown())).safeParse(text);
  if (parsed.success) return parsed.data;
  throw refused('variables', 'variables must be a JSON object with the arguments of the mutation.');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws ServiceError `VALIDATION_FAILED` for a value that a document with it would be rejected for */
function coerceArguments(
  field: Pick<GraphQLField<unknown, unknown>, 'name' | 'args'>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const unknown = Object.keys(values).find((name) => !field.args.some((arg) => arg.name === name));
  if (unknown !== undefined)
    throw refused(unknown, `${field.name} has no argument ${JSON.stringify(unknown)}.`);
  const args: Record<string, unknown> = {};
  for (const arg of field.args) {
    const value = values[arg.name] ?? (arg.name in values ? null : arg.defaultValue);
    if (value === undefined && !isRequiredArgument(arg)) continue;
    args[arg.name] = coerceInputValue(value ?? null, arg.type, (path, _invalid, error) => {
      throw refused([arg.name, ...path].join('.'), error.message);
    });
  }
  return args;
}

function refused(argument: string, message: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', briefly(message), { details: { argument } });
}
