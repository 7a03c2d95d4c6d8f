import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { TracedClient } from '../telemetry/traced-client.ts';

type Query = (...args: unknown[]) => unknown;

/** A statement gets a name at this use. Statements that occur once, such as those with a long list, stay unnamed. */
const NAMED_AT = 3;
/** Each connection keeps every named statement until it closes, at about 20 kB each. */
export const MAX_NAMES = 300;
/** Unnamed statements whose uses are counted. */
const MAX_COUNTED = 2_000;

/** In a statement whose best plan depends on its values, which PostgreSQL ignores for a prepared statement. */
export const plannedEachTime = sql.raw('/* planned each time */');
const dependsOnValues = /\bi?like\b|@@|tsquery|\/\* planned each time \*\//i;

/** Whether a recurring statement is prepared by name. */
export const isPrepared = (text: string): boolean => !dependsOnValues.test(text);

const names = new Map<string, string>();
const uses = new Map<string, number>();

/**
 * A connection that prepares recurring statements by name, so that PostgreSQL parses them once and may keep their plan.
 * Planning a read of a data room took longer than running it.
 */
export class PreparedClient extends TracedClient {
  constructor(...args: ConstructorParameters<typeof Client>) {
    super(...args);
    const send = this.query as Query;
    this.query = ((statement: unknown, ...rest: unknown[]) =>
      send(withName(statement), ...rest)) as Client['query'];
  }
}

function withName(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return statement;
  const isNamed = 'name' in statement && statement.name;
  // Cursors and copies send themselves.
  if (isNamed || 'submit' in statement || typeof statement.text !== 'string') return statement;
  const name = nameOf(statement.text);
  return name === undefined ? statement : { ...statement, name };
}

/** Returns the name of a text, shared by the whole process; `undefined` for a text that stays unnamed. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MAX_NAMES) return known;
  const count = (uses.get(text) ?? 0) + 1;
  if (count < NAMED_AT || !isPrepared(text)) {
    if (uses.size < MAX_COUNTED || count > 1) uses.set(text, count);
    return undefined;
  }
  uses.delete(text);
  const name = `statement ${names.size}`;
  names.set(text, name);
  return name;
}
