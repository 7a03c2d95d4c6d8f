import { coerceInputValue, type GraphQLField, isRequiredArgument } from 'graphql';
import { briefly, ServiceError } from '#platform/errors/errors.ts';

type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'args'>;

/**
 * Coerces the arguments of a field, given by name.
 * @throws ServiceError `VALIDATION_FAILED` for a value that a document with it would be rejected for, or a missing one
 */
export function coerceArguments(field: Field, values: Record<string, unknown>): Record<string, unknown> {
  return coerce(field, values, ({ arg, value }) => value !== undefined || isRequiredArgument(arg));
}

/** Like `coerceArguments`, where only some are given. Defaults are not filled in. */
export function coerceSome(field: Field, values: Record<string, unknown>): Record<string, unknown> {
  return coerce(field, values, ({ arg }) => arg.name in values);
}

/** Whether required arguments are missing. */
export function isPartial({ args }: Field, values: Record<string, unknown>): boolean {
  return args.some((arg) => isRequiredArgument(arg) && !(arg.name in values));
}

function coerce(
  field: Field,
  values: Record<string, unknown>,
  counts: (given: { arg: Field['args'][number]; value: unknown }) => boolean,
): Record<string, unknown> {
  const unknown = Object.keys(values).find((name) => !field.args.some((arg) => arg.name === name));
  if (unknown !== undefined)
    throw refused(unknown, `${field.name} has no argument ${JSON.stringify(unknown)}.`);
  const args: Record<string, unknown> = {};
  for (const arg of field.args) {
    const value = values[arg.name] ?? (arg.name in values ? null : arg.defaultValue);
    if (!counts({ arg, value })) continue;
    args[arg.name] = coerceInputValue(value ?? null, arg.type, (path, _invalid, error) => {
      throw refused([arg.name, ...path].join('.'), error.message);
    });
  }
  return args;
}

export function refused(argument: string, message: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', briefly(message), { details: { argument } });
}
