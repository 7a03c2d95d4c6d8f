import { parseDelimited } from '../table/parse-delimited.ts';
import { differingPairs, type Pair } from './align.ts';
import { changesOfText } from './compare-text.ts';
import {
  layoutOfBytes,
  MAX_COLUMNS,
  MAX_ROW_BYTES,
  openTable,
  type ComparedTable as Table,
} from './compared-table.ts';
import {
  amount,
  type Change,
  type ComparedDialect,
  type ComparedLine,
  type Comparison,
  clipped,
  MAX_CHANGES,
  NO_CHANGE,
  shownChanges,
  wholeLine,
} from './comparison.ts';
import { type DifferingRows, findDifferingRows } from './differing-rows.ts';
import { indexRows, lookupKeys, type RowIndex, randomSeeds } from './row-index.ts';

/** Changed rows whose cells are counted. */
const MAX_COUNTED = 2_000;
/** Cells of one row that are shown. */
const MAX_CELLS = 20;
const KEY_NAME = /(^|[\s_.-])(id|key|uuid|barcode|accession|did)$|^(id|key)/i;

/**
 * Compares delimited tables by key and cell. The key is the first column whose values are all different, ids first;
 * without one, rows are matched in their order. Reads both files in chunks. Of tables with the same columns, rows that are
 * equal at the start and at the end are counted only. Lines before a table are compared as text.
 */
export async function compareTables(
  former: Blob,
  later: Blob,
  choice: ComparedDialect = {},
): Promise<Comparison> {
  const tables = [await openTable(former, choice), await openTable(later, choice)] as const;
  const [before, after] = tables;
  const [oldNames, newNames] = [uniqueNames(before.header), uniqueNames(after.header)];
  const known = new Set(oldNames);
  const common = new Map(newNames.filter((name) => known.has(name)).map((name, at) => [name, at + 1]));
  const key = keyOf(before, after, oldNames, newNames);
  const seeds = randomSeeds();
  const shapeOf = (table: Table, names: readonly string[]) => ({
    separator: table.separator.charCodeAt(0),
    columns: Uint32Array.from(names, (name) => common.get(name) ?? 0),
    key: key === null ? null : names.indexOf(key),
  });
  const { rowsBefore, from, formerEnd, laterEnd } = await partOf(before, after);
  const one = await indexRows(before.body, shapeOf(before, oldNames), seeds, { from, to: formerEnd });
  const other = await indexRows(after.body, shapeOf(after, newNames), seeds, { from, to: laterEnd });
  const headerRows = before.hasHeader && after.hasHeader ? 1 : 0;
  const first = Math.max(0, headerRows - rowsBefore);
  const byKey = key === null ? null : pairsByKey(one, other, first);
  const pairs = byKey ?? pairsInOrder(one, other, first);
  const usedKey = byKey ? key : null;

  const lead = changesOfText(before.lead, after.lead).changes.map(({ place, lines }) => ({
    place: `${place}, before the table`,
    lines,
  }));
  const ofColumns = columnChanges(oldNames, newNames);
  const details: Change[] = [...lead, ...ofColumns];
  const columns = ofColumns.length;
  const counts = { cells: 0, changed: 0, added: 0, removed: 0 };
  let lastRow = 0;
  for (const pair of pairs) {
    const isChanged = pair.former >= 0 && pair.later >= 0;
    counts[isChanged ? 'changed' : pair.later >= 0 ? 'added' : 'removed'] += 1;
    const isRead = isChanged ? counts.changed <= MAX_COUNTED : details.length < MAX_CHANGES;
    if (!isRead) continue;
    const cells = [
      pair.former < 0 ? null : await cellsOf(before, one, pair.former, oldNames),
      pair.later < 0 ? null : await cellsOf(after, other, pair.later, newNames),
    ] as const;
    lastRow = rowsBefore + (pair.later >= 0 ? pair.later : pair.former) + 1 - headerRows;
    const change = rowChange(cells, lastRow, usedKey, common);
    counts.cells += change.cells;
    if (details.length <= MAX_CHANGES) details.push(change);
  }
  const total = lead.length + columns + counts.changed + counts.added + counts.removed;
  if (total === 0) {
    return { summary: NO_CHANGE, notes: ['All rows and cells are equal.'], changes: [] };
  }
  const shown = shownChanges(details, total);
  const matching = usedKey
    ? `Rows are matched by the column “${clipped(usedKey, 60)}”.`
    : 'No column has a different value in every row, so rows are matched in their order.';
  return {
    summary: summaryOf(counts, { columns, places: lead.length, row: lastRow }),
    notes: [total === lead.length ? 'All rows and cells are equal.' : matching, ...shown.notes],
    changes: shown.changes,
  };
}

/** The rows to compare: all of them if the columns differ. */
async function partOf(before: Table, after: Table): Promise<DifferingRows> {
  const isSameShape =
    before.separator === after.separator &&
    before.hasHeader === after.hasHeader &&
    before.header.length === after.header.length &&
    before.header.every((name, place) => name === after.header[place]);
  if (isSameShape) return findDifferingRows(before.body, after.body, before.separator.charCodeAt(0));
  return { rowsBefore: 0, from: 0, formerEnd: before.body.size, laterEnd: after.body.size };
}

interface Counts {
  cells: number;
  changed: number;
  added: number;
  removed: number;
}

function summaryOf(
  { cells, changed, added, removed }: Counts,
  { columns, places, row }: { columns: number; places: number; row: number },
): string {
  const only = changed === 1 && added + removed === 0;
  const inRows = only ? `row ${row.toLocaleString('en')}` : amount(changed, 'row');
  return [
    places > 0 && `${amount(places, 'place')} before the table`,
    columns > 0 && `${amount(columns, 'column')} added or removed`,
    changed > MAX_COUNTED && `${amount(changed, 'row')} changed`,
    changed > 0 && changed <= MAX_COUNTED && `${amount(cells, 'cell')} in ${inRows}`,
    added > 0 && `${amount(added, 'row')} added`,
    removed > 0 && `${amount(removed, 'row')} removed`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Names in the order of the columns; a repeated one gets a number. */
function uniqueNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

function keyOf(
  one: Table,
  other: Table,
  oldNames: readonly string[],
  newNames: readonly string[],
): string | null {
  const isUnique = (table: Table, place: number) => {
    const values = table.sample.map((row) => row[place] ?? '');
    return new Set(values).size === values.length && !values.includes('');
  };
  const usable = oldNames
    .slice(0, 50)
    .filter(
      (name, place) =>
        newNames.includes(name) && isUnique(one, place) && isUnique(other, newNames.indexOf(name)),
    );
  return usable.find((name) => KEY_NAME.test(name)) ?? usable[0] ?? null;
}

const isSameRow = (one: RowIndex, former: number, other: RowIndex, later: number) =>
  one.rows[former * 2] === other.rows[later * 2] && one.rows[former * 2 + 1] === other.rows[later * 2 + 1];

/** Pairs that differ, in the order of the later version. `null` if a key is not unique. */
function pairsByKey(one: RowIndex, other: RowIndex, from: number): Pair[] | null {
  const [rowOfFormer, rowOfLater] = [lookupKeys(one), lookupKeys(other)];
  if (!rowOfFormer || !rowOfLater) return null;
  const pairs: Pair[] = [];
  for (let later = from; later < other.count; later++) {
    const former = rowOfFormer(other.keys[later * 2] as number, other.keys[later * 2 + 1] as number);
    if (former < from || !isSameRow(one, former, other, later)) {
      pairs.push({ former: former < from ? -1 : former, later });
    }
  }
  for (let former = from; former < one.count; former++) {
    const later = rowOfLater(one.keys[former * 2] as number, one.keys[former * 2 + 1] as number);
    if (later < from) pairs.push({ former, later: -1 });
  }
  return pairs;
}

/** Equal rows at both ends are skipped, and the rest is aligned if it is not too different. */
function pairsInOrder(one: RowIndex, other: RowIndex, from: number): Pair[] {
  let start = from;
  while (start < Math.min(one.count, other.count) && isSameRow(one, start, other, start)) start++;
  let [oldEnd, newEnd] = [one.count, other.count];
  while (oldEnd > start && newEnd > start && isSameRow(one, oldEnd - 1, other, newEnd - 1)) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const hashes = ({ rows }: RowIndex, end: number) =>
    Array.from({ length: end - start }, (_, at) => `${rows[(start + at) * 2]} ${rows[(start + at) * 2 + 1]}`);
  return differingPairs(hashes(one, oldEnd), hashes(other, newEnd)).map(({ former, later }) => ({
    former: former < 0 ? -1 : start + former,
    later: later < 0 ? -1 : start + later,
  }));
}

/** The values of a row by the name of their column. */
async function cellsOf(
  { body, separator }: Table,
  { starts }: RowIndex,
  row: number,
  names: readonly string[],
): Promise<Map<string, string>> {
  const [start = 0, end = 0] = [starts[row], starts[row + 1]];
  const text = await body.slice(start, Math.min(end, start + MAX_ROW_BYTES)).text();
  const choice = { ...layoutOfBytes, separator, hasHeader: false };
  const options = { choice, hasStrictQuotes: true, maxRows: 1, maxColumns: MAX_COLUMNS };
  const values = parseDelimited(text.replace(/^\uFEFF/, ''), options).rows[0] ?? [];
  return new Map(values.map((value, at) => [names[at] ?? `Column ${at + 1}`, value]));
}

function rowChange(
  [former, later]: readonly [Map<string, string> | null, Map<string, string> | null],
  row: number,
  key: string | null,
  common: ReadonlyMap<string, number>,
): Change & { cells: number } {
  const place = `Row ${row.toLocaleString('en')}`;
  const keyed =
    key === null
      ? place
      : `${place}, ${clipped(key, 60)} = ${clipped((later ?? former)?.get(key) ?? '', 60)}`;
  const lines: ComparedLine[] = [];
  let cells = 0;
  for (const name of new Set([...(former?.keys() ?? []), ...(later?.keys() ?? [])])) {
    const [old, current] = [former?.get(name), later?.get(name)];
    const isColumnChange =
      former !== null && later !== null && !common.has(name) && !/^Column \d+$/.test(name);
    if ((old ?? '') === (current ?? '') || isColumnChange) continue;
    cells += 1;
    if (cells > MAX_CELLS) continue;
    if (former && old !== undefined) lines.push(wholeLine('removed', `${clipped(name, 60)}: ${old}`));
    if (later && current !== undefined) lines.push(wholeLine('added', `${clipped(name, 60)}: ${current}`));
  }
  if (cells > MAX_CELLS) lines.push(wholeLine('same', `… ${amount(cells - MAX_CELLS, 'more cell')} …`));
  const verb = former === null ? ' (added)' : later === null ? ' (removed)' : '';
  return { place: keyed + verb, lines, cells };
}

function columnChanges(oldNames: readonly string[], newNames: readonly string[]): Change[] {
  const [before, after] = [new Set(oldNames), new Set(newNames)];
  const change = (kind: 'added' | 'removed') => (name: string) => ({
    place: `Column ${kind}`,
    lines: [wholeLine(kind, name)],
  });
  return [
    ...oldNames.filter((name) => !after.has(name)).map(change('removed')),
    ...newNames.filter((name) => !before.has(name)).map(change('added')),
  ];
}
