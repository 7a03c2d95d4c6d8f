/** Selected rows and cursor of a list. Rows are identified by key. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  /** The row from which arrow keys move; `null` before the first move. */
  readonly cursor: string | null;
  /** The fixed end of a range. */
  readonly anchor: string | null;
}

export const nothingSelected: Selection = { chosen: new Set(), cursor: null, anchor: null };

export type SelectionAction =
  | { kind: 'move'; by: number; extend: boolean }
  | { kind: 'moveTo'; key: string }
  | { kind: 'first' | 'last'; extend: boolean }
  | { kind: 'toggle'; key: string }
  | { kind: 'rangeTo'; key: string }
  | { kind: 'all' }
  | { kind: 'none' };

/** Applies an action to a selection. `rows` are the keys of the shown rows, in order. */
export function select(selection: Selection, rows: readonly string[], action: SelectionAction): Selection {
  switch (action.kind) {
    case 'move':
      return goTo(selection, rows, indexOf(rows, selection.cursor) + action.by, action.extend);
    case 'first':
      return goTo(selection, rows, 0, action.extend);
    case 'last':
      return goTo(selection, rows, rows.length - 1, action.extend);
    case 'moveTo':
      return { ...selection, cursor: action.key, anchor: action.key };
    case 'toggle': {
      const chosen = new Set(selection.chosen);
      if (!chosen.delete(action.key)) chosen.add(action.key);
      return { chosen, cursor: action.key, anchor: action.key };
    }
    case 'rangeTo':
      return goTo(selection, rows, rows.indexOf(action.key), true);
    case 'all':
      return { ...selection, chosen: new Set(rows) };
    case 'none':
      return { ...selection, chosen: new Set() };
  }
}

/** Removes rows that are no longer shown. Returns the same object if nothing changes. */
export function keepOnly(selection: Selection, rows: readonly string[]): Selection {
  const shown = new Set(rows);
  const chosen = new Set([...selection.chosen].filter((key) => shown.has(key)));
  const cursor = selection.cursor !== null && shown.has(selection.cursor) ? selection.cursor : null;
  if (chosen.size === selection.chosen.size && cursor === selection.cursor) return selection;
  return { chosen, cursor, anchor: cursor };
}

/**
 * The selection when rows go away. The cursor moves from them to the next row that stays, or else to the one before; nothing
 * is selected, so that what comes next does not concern other rows by mistake.
 */
export function withoutRows(
  selection: Selection,
  rows: readonly string[],
  gone: ReadonlySet<string>,
): Selection {
  const { cursor } = selection;
  const isCursorGone = cursor !== null && gone.has(cursor);
  const from = isCursorGone ? rows.indexOf(cursor) : rows.findIndex((row) => gone.has(row));
  const stays = (row: string) => !gone.has(row);
  const next = from === -1 ? cursor : (rows.slice(from).find(stays) ?? rows.findLast(stays) ?? null);
  return { chosen: new Set(), cursor: next, anchor: next };
}

function goTo(selection: Selection, rows: readonly string[], wanted: number, extend: boolean): Selection {
  const index = Math.min(Math.max(wanted, 0), rows.length - 1);
  const cursor = rows[index];
  if (cursor === undefined) return selection;
  if (!extend) return { ...selection, cursor, anchor: cursor };
  const anchor = selection.anchor ?? selection.cursor ?? cursor;
  const [from, to] = [indexOf(rows, anchor), index].sort((a, b) => a - b) as [number, number];
  return { chosen: new Set(rows.slice(Math.max(from, 0), to + 1)), cursor, anchor };
}

const indexOf = (rows: readonly string[], key: string | null) => (key === null ? -1 : rows.indexOf(key));
