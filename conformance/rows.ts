import { authentication } from './rows/authentication.ts';
import { decisions } from './rows/decisions.ts';
import { errors } from './rows/errors.ts';
import { feedFields } from './rows/feed-fields.ts';
import { gateway } from './rows/gateway.ts';
import { labFields } from './rows/lab-fields.ts';
import { limits } from './rows/limits.ts';
import { onchain } from './rows/onchain.ts';
import { operations } from './rows/operations.ts';

/** Every row of the contract that a check may cover, in the order of docs/conformance.md. */
export const rowGroups = [
  ...authentication,
  ...labFields,
  ...feedFields,
  ...onchain,
  ...operations,
  ...gateway,
  ...errors,
  ...limits,
  ...decisions,
] as const;

type KeysOf<Group> = Group extends { rows: infer Rows } ? keyof Rows & string : never;

/** A row that is misspelt does not compile. */
export type RowId = KeysOf<(typeof rowGroups)[number]>;

const texts = new Map(
  rowGroups.flatMap(({ title, rows }) =>
    Object.entries<string>(rows).map(([id, text]) => [id, { title, text }]),
  ),
);

/** @throws Error if there is no such row */
export function rowOf(id: RowId): { title: string; text: string } {
  const row = texts.get(id);
  if (!row) throw new Error(`There is no row ${id}`);
  return row;
}
