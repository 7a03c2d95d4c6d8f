import type { JsonSchema } from '@labroom/protocol/json-schema-dialect';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Parameter } from './describe-resource.ts';

/** Texts by name. Several values of one parameter are an array. */
export type Sent = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads the parameters of a request as their schemas say, in the order of the table. Lists are separated by commas.
 * @throws ServiceError `VALIDATION_FAILED` for an unknown, repeated, missing or malformed one
 */
export function readParameters(parameters: readonly Parameter[], sent: Sent): Record<string, unknown> {
  const names = parameters.map(({ name }) => name);
  const unknown = Object.keys(sent).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const list = known.length > 0 ? `Send ${known.join(', ')} or none.` : 'Send none.';
    throw invalid(unknown, `There is no parameter "${unknown}". ${list}`);
  }
  const values = parameters.flatMap(({ name, required, schema }) => {
    const text = sent[name];
    if (Array.isArray(text)) throw invalid(name, `Send the parameter "${name}" once.`);
    if (text === undefined && required) throw invalid(name, `Send the parameter "${name}".`);
    return text === undefined ? [] : [[name, readValue(name, schema, text)]];
  });
  return Object.fromEntries(values);
}

function readValue(name: string, schema: JsonSchema, text: string): unknown {
  if (schema.type === 'array') {
    const items = schema.items as JsonSchema;
    return text.split(',').map((item) => readValue(name, items, item));
  }
  if (schema.type === 'integer') {
    if (!/^-?\d{1,9}$/.test(text)) throw invalid(name, `The parameter "${name}" must be a whole number.`);
    return Number(text);
  }
  if (schema.type === 'boolean') {
    if (text !== 'true' && text !== 'false')
      throw invalid(name, `The parameter "${name}" must be true or false.`);
    return text === 'true';
  }
  const values = schema.enum as readonly unknown[] | undefined;
  if (values && !values.includes(text))
    throw invalid(name, `The parameter "${name}" must be one of ${values.join(', ')}.`);
  return text;
}

function invalid(argument: string, message: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', message, { details: { argument } });
}
