import type { Reader } from '#platform/db/database.ts';
import { findLabByShortname } from './lab-rows.ts';

/** Arguments that name a lab. What a wallet signs names it by its oclId alone. */
const ids: ReadonlySet<string> = new Set(['oclId', 'lab']);
const lists: ReadonlySet<string> = new Set(['byOclIds']);

/**
 * Arguments with the oclIds of the labs that they name by a short name, present or former
 * (docs/specification/labs.md#shortnames). What no lab has as short name stays, and is refused as no oclId.
 */
export async function withOclIds<Args>(db: Reader, args: Args): Promise<Args> {
  if (typeof args !== 'object' || args === null || !namesLab(args)) return args;
  const entries = Object.entries(args).map(async ([name, value]) => [name, await replaced(db, name, value)]);
  return Object.fromEntries(await Promise.all(entries)) as Args;
}

/** Begins otherwise than an oclId, and is not longer than a short name. */
const isShortname = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 100 && !/^(?:0x|$)|\p{Cc}/iu.test(value);

function namesLab(args: object): boolean {
  return Object.entries(args).some(([name, value]) => {
    if (ids.has(name) && isShortname(value)) return true;
    if (lists.has(name)) return Array.isArray(value) && value.some(isShortname);
    return isInput(value) && namesLab(value);
  });
}

const isInput = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

async function replaced(db: Reader, name: string, value: unknown): Promise<unknown> {
  if (ids.has(name)) return isShortname(value) ? oclIdOf(db, value) : value;
  if (lists.has(name) && Array.isArray(value))
    return Promise.all(value.map((item) => (isShortname(item) ? oclIdOf(db, item) : item)));
  return isInput(value) ? withOclIds(db, value) : value;
}

async function oclIdOf(db: Reader, shortname: string): Promise<string> {
  return (await findLabByShortname(db, shortname))?.oclId ?? shortname;
}
