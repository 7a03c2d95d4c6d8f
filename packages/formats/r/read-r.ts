import type { ArrayFile, ArrayNode, ArrayValues } from '../arrays/array-file.ts';
import { arrayTable, columnsFirst } from '../arrays/array-table.ts';
import { listText } from '../arrays/texts.ts';
import { Day, dayText } from '../arrays/times.ts';
import { startOfContent } from '../gzip/read-gzip.ts';
import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { RReader, type RValue } from './r-values.ts';

type Shown = Omit<ArrayValues, 'path'>;

const MAX_BYTES = 256_000_000;
const MAX_NODES = 1_000;
const MAX_DEPTH = 12;
/** Attributes that the preview shows in another way. */
const KNOWN = new Set(['names', 'row.names', 'class', 'levels', 'dim', 'dimnames', 'tsp']);

/** Lists the objects of an R file, `.rds` or `.RData`, and reads the values of one: of the one that is asked for, or of the only one. Runs nothing. */
export async function readR(body: Blob, { dataset }: { dataset: string | null }): Promise<ArrayFile> {
  const { content, isCut } = await startOfContent(body, MAX_BYTES);
  if (isCut) throw new UnreadableFileError('The R file has more than 256 MB when it is unpacked.');
  const view = new DataView(await content.arrayBuffer());
  const start = new TextDecoder('latin1').decode(
    new Uint8Array(view.buffer, 0, Math.min(7, view.byteLength)),
  );
  const isData = /^RD[XA][23]\n/.test(start);
  if (start.startsWith('BZh') || start.startsWith('ý7zXZ'))
    throw new UnreadableFileError(
      'This R file is compressed with bzip2 or xz, which the preview cannot unpack.',
    );
  if (!start.startsWith(isData ? 'RDX' : 'X\n') || (isData && !start.endsWith('X\n')))
    throw new UnreadableFileError('This is not an R file in binary form.');
  const tree = new Tree(dataset);
  try {
    const value = new RReader(view, isData ? 7 : 2).read();
    if (isData) tree.addVariables(value);
    else tree.add(value, '/', 'Object', 0);
    // Reads the values that are shown.
    return tree.file;
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableFileError('The R file is damaged, or has objects that only R reads.');
    throw error;
  }
}

const wordsOf = (value: RValue | undefined): string[] =>
  Array.from({ length: Math.min(value?.length ?? 0, 100_000) }, (_, index) => value?.textAt(index) ?? '');

class Tree {
  readonly #nodes: ArrayNode[] = [];
  readonly #shown = new Map<string, RValue>();
  readonly #wanted: string | null;
  #isCut = false;

  constructor(wanted: string | null) {
    this.#wanted = wanted;
  }

  get file(): ArrayFile {
    const only = this.#shown.size === 1 ? ([...this.#shown.keys()][0] ?? null) : null;
    const path = this.#wanted ?? only;
    const value = path === null ? undefined : this.#shown.get(path);
    return {
      ...{ nodes: this.#nodes, isCut: this.#isCut },
      values: value && path !== null ? { path, ...valuesOf(value) } : null,
    };
  }

  addVariables({ items, tags }: RValue): void {
    for (const [index, item] of items.entries()) this.add(item, `/${tags[index]}`, tags[index] ?? '', 0);
  }

  add(value: RValue, path: string, name: string, depth: number): void {
    if (this.#nodes.length >= MAX_NODES || depth > MAX_DEPTH) {
      this.#isCut = true;
      return;
    }
    const classes = wordsOf(value.attributes.get('class'));
    const isTable = classes.includes('data.frame');
    const hasValues = isTable || !['list', 'null', 'S4', 'symbol', 'other'].includes(value.kind);
    const dimensions = value.attributes.get('dim');
    const shape = isTable ? [rowsOf(value)] : dimensions ? wordsOf(dimensions).map(Number) : [value.length];
    const type = isTable
      ? `data frame, ${value.items.length.toLocaleString('en')} columns`
      : typeOf(value, classes);
    this.#nodes.push({
      ...{ path, name: cut(name), depth, type, attributes: attributesOf(value) },
      ...(hasValues ? { kind: 'dataset', shape } : { kind: 'group', shape: [] }),
      note: value.kind === 'other' ? 'which only R reads' : null,
    });
    if (hasValues) this.#shown.set(path, value);
    else
      for (const [childName, child] of childrenOf(value))
        this.add(child, `${path === '/' ? '' : path}/${childName}`, childName, depth + 1);
  }
}

function typeOf({ kind, length }: RValue, classes: readonly string[]): string {
  if (classes.includes('factor')) return 'factor';
  const name =
    kind === 'other'
      ? 'function, environment or call'
      : kind === 'list'
        ? `list of ${length.toLocaleString('en')}`
        : kind;
  return classes.length > 0 ? `${name} of class ${classes.join(', ')}` : name;
}

/** Items of a list by their names or places, and slots of an object of a class. */
function childrenOf(value: RValue): [string, RValue][] {
  if (value.kind === 'S4') return [...value.attributes].filter(([name]) => name !== 'class');
  const names = value.tags.length > 0 ? value.tags : wordsOf(value.attributes.get('names'));
  return value.items.slice(0, MAX_NODES).map((item, index) => [names[index] || `[[${index + 1}]]`, item]);
}

const attributesOf = (value: RValue): [string, string][] =>
  value.kind === 'S4'
    ? []
    : [...value.attributes]
        .filter(([name, { kind }]) => !KNOWN.has(name) && !['list', 'null', 'S4', 'other'].includes(kind))
        .slice(0, 50)
        .map(([name, one]) => [cut(name), listText(one.length, one.textAt)]);

/** Names of rows; R keeps plain numbers as `NA` and their count. */
function rowsOf(table: RValue): number {
  const names = table.attributes.get('row.names');
  if (names?.kind === 'integer' && names.length === 2 && names.textAt(0) === 'NA')
    return Math.abs(Number(names.textAt(1)));
  return names?.length ?? table.items[0]?.length ?? 0;
}

/** A factor by its levels, and days as dates. */
function writerOf(value: RValue): (index: number) => string {
  const classes = wordsOf(value.attributes.get('class'));
  const levels = value.attributes.get('levels');
  if (classes.includes('factor') && levels)
    return (index) => (value.textAt(index) === 'NA' ? 'NA' : levels.textAt(Number(value.textAt(index)) - 1));
  if (classes.includes('Date'))
    return (index) => {
      const days = Number(value.textAt(index));
      return Number.isInteger(days) ? dayText(new Day(days)) : value.textAt(index);
    };
  return value.textAt;
}

function valuesOf(value: RValue): Shown {
  if (wordsOf(value.attributes.get('class')).includes('data.frame')) return tableOf(value);
  if (value.length === 0) return { header: [], rows: [], note: 'It has no values.' };
  const write = writerOf(value);
  const shape = wordsOf(value.attributes.get('dim')).map(Number);
  if (shape.length > 1) {
    if (shape.reduce((product, length) => product * length, 1) > value.length)
      throw new RangeError('A size is wrong');
    return matrixOf(value, shape, write);
  }
  const table = arrayTable([value.length], (index) => cut(write(index)));
  const names = value.attributes.get('names');
  if (!names)
    return { ...table, rows: table.rows.map(([index, text = '']) => [String(Number(index) + 1), text]) };
  return {
    ...table,
    header: ['Name', 'Value'],
    rows: table.rows.map(([, text = ''], index) => [cut(names.textAt(index)), text]),
  };
}

/** Rows and columns are counted from 1, or named. Of more axes the first table is `[, , 1]`. */
function matrixOf(value: RValue, shape: readonly number[], write: (index: number) => string): Shown {
  const [height = 1, width = 1] = shape;
  const table = arrayTable([height, width], (index) => cut(write(columnsFirst(index, [height, width]))));
  const [rowNames, columnNames] = value.attributes.get('dimnames')?.items ?? [];
  const named = (names: RValue | undefined, index: number) =>
    names && names.length > 0 ? names.textAt(index) : String(index + 1);
  const columns = table.header.slice(1).map((_, index) => named(columnNames, index));
  const others = shape.slice(2);
  const note = others.length > 0 ? `The first of ${others.join(' × ')} tables is shown.` : null;
  return {
    header: ['Row', ...columns],
    rows: table.rows.map(([, ...cells], index) => [named(rowNames, index), ...cells]),
    note: [note, table.note].filter(Boolean).join(' ') || null,
  };
}

function tableOf(table: RValue): Shown {
  const columns = table.items.map((column) =>
    column.kind === 'list' || column.kind === 'other' ? () => '(a list)' : writerOf(column),
  );
  if (columns.length === 0) return { header: [], rows: [], note: 'The table has no columns.' };
  const rows = rowsOf(table);
  const shown = arrayTable([rows, columns.length], (index) =>
    cut(columns[index % columns.length]?.(Math.floor(index / columns.length)) ?? ''),
  );
  const names = wordsOf(table.attributes.get('names'));
  const rowNames = table.attributes.get('row.names');
  const nameOf = (index: number) =>
    rowNames && rowNames.length === rows && rowNames.kind === 'character'
      ? rowNames.textAt(index)
      : String(index + 1);
  return {
    ...shown,
    header: ['Row', ...names.slice(0, shown.header.length - 1)],
    rows: shown.rows.map(([, ...cells], index) => [cut(nameOf(index)), ...cells]),
  };
}
