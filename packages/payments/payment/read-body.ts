import { createHash } from 'node:crypto';
import { ambiguityOf } from '@labroom/protocol/duplicate-key';
import type { z } from 'zod';
import { badCall } from './call-errors.ts';

/** Identifies what is asked for. */
export const hashOf = (asked: object): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex');

/**
 * A body as JSON of this form.
 * @throws CallRejectedError 400, with `message` where the form is another
 */
export function readBody<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  message: string,
): z.output<Schema> {
  const json = readJson(text);
  const body = schema.safeParse(json);
  if (!body.success) throw badCall(message);
  const ambiguity = ambiguityOf(text);
  if (ambiguity) throw badCall(`Invalid JSON: ${ambiguity}.`);
  return body.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badCall('The body is not valid JSON.');
  }
}
