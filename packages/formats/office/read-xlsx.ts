import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { unpackStart } from '../zip/read-zip.ts';
import { CellFormats } from './cell-format.ts';
import { PackageParts } from './package-parts.ts';
import { tagsOf } from './xml-tags.ts';

export interface SheetCell {
  /** Number of the column, from 0. */
  column: number;
  text: string;
  isNumber: boolean;
  /** Of a merged cell: the columns and listed rows that it covers. */
  span?: { columns: number; rows: number };
}

export interface SheetRow {
  /** As the spreadsheet program numbers it, from 1. */
  number: number;
  cells: SheetCell[];
  /** Columns that merged cells cover. */
  covered?: number[];
}

export interface Workbook {
  sheets: { name: string; isHidden: boolean }[];
  /** Index of the sheet that was read. */
  sheet: number;
  /** The first rows that have cells. */
  rows: SheetRow[];
  /** Number of rows that have cells, as far as the sheet was read. */
  rowCount: number;
  /** Number of columns up to the last one in use, at most `MAX_COLUMNS`. */
  width: number;
  /** Whether cells are in columns that are not read. */
  isNarrowed: boolean;
  /** Whether the end of the sheet was not read. */
  isCut: boolean;
  hasFormulas: boolean;
}

export interface XlsxOptions {
  sheet: number;
}

export const MAX_ROWS = 500;
export const MAX_COLUMNS = 100;
export const MAX_SHEETS = 100;
export const MAX_CELLS = 20_000;
export const MAX_TEXT = 2_000;
export const MAX_MERGES = 2_000;
const MAX_SHEET_BYTES = 64_000_000;

/**
 * One sheet of an Excel workbook (ECMA-376, part 1, 18). Cells are read where they are, so neither the claimed
 * dimensions nor gaps cost memory. Formulas are not calculated: their saved results are shown. Links, pictures, macros
 * and connections are not read.
 */
export async function readXlsx(body: Blob, { sheet: wanted }: XlsxOptions): Promise<Workbook> {
  const parts = await PackageParts.open(body);
  const main = await parts.main('xl/workbook.xml');
  if (!parts.entry(main) || main.endsWith('.bin')) {
    throw new UnreadableFileError('This is not an Excel workbook: it has no list of sheets.');
  }
  const relations = await parts.relations(main);
  const { sheets, is1904 } = readWorkbook(await parts.text(main));
  const chosen = sheets[wanted];
  if (!chosen) throw new UnreadableFileError('The workbook has no sheets.');
  const entry = parts.entry(relations.find(({ id }) => id === chosen.relation)?.target ?? '');
  if (!entry) throw new UnreadableFileError('The sheet is missing from the workbook.');
  const partOf = (type: string) =>
    parts.text(relations.find((relation) => relation.type.endsWith(`/${type}`))?.target ?? '');
  const formats = readFormats(await partOf('styles'), is1904);
  const strings = readStrings(await partOf('sharedStrings'));
  const { content, isCut } = await unpackStart(body, entry, MAX_SHEET_BYTES);
  const read = readSheet(await content.text(), strings, formats);
  return {
    sheets: sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    sheet: wanted,
    ...read,
    isCut,
  };
}

function readWorkbook(xml: string) {
  const sheets: { name: string; isHidden: boolean; relation: string }[] = [];
  let is1904 = false;
  for (const tag of tagsOf(xml)) {
    // Extensions have an element of the same name.
    if (tag.name === 'workbookPr') is1904 ||= /^(1|true)$/.test(tag.attribute('date1904') ?? '');
    if (tag.name !== 'sheet' || sheets.length === MAX_SHEETS) continue;
    sheets.push({
      name: (tag.attribute('name') ?? '').slice(0, 100),
      isHidden: (tag.attribute('state') ?? 'visible') !== 'visible',
      relation: tag.attribute('id') ?? '',
    });
  }
  return { sheets, is1904 };
}

function readFormats(xml: string, is1904: boolean): CellFormats {
  const custom = new Map<number, string>();
  const styles: number[] = [];
  let isInStyles = false;
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'numFmt')
      custom.set(Number(tag.attribute('numFmtId')), tag.attribute('formatCode') ?? '');
    else if (tag.name === 'cellXfs') isInStyles = true;
    else if (tag.name === '/cellXfs') isInStyles = false;
    else if (tag.name === 'xf' && isInStyles) styles.push(Number(tag.attribute('numFmtId') ?? 0));
  }
  return new CellFormats(custom, styles, is1904);
}

/** The texts that cells refer to by number, without formatting and phonetic runs. */
function readStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let isPhonetic = false;
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'si') {
      text = '';
      if (tag.isEmpty) strings.push('');
    } else if (tag.name === '/si') strings.push(unescapeCharacters(text).slice(0, MAX_TEXT));
    else if (tag.name === 'rPh') isPhonetic = !tag.isEmpty;
    else if (tag.name === '/rPh') isPhonetic = false;
    else if (tag.name === 't' && !isPhonetic && text.length < MAX_TEXT) text += tag.text;
  }
  return strings;
}

type SheetContent = Pick<Workbook, 'rows' | 'rowCount' | 'width' | 'isNarrowed' | 'hasFormulas'>;

export function readSheet(xml: string, strings: readonly string[], formats: CellFormats): SheetContent {
  const rows: SheetRow[] = [];
  let [rowCount, cellCount, width, number] = [0, 0, 0, 0];
  let [isNarrowed, hasFormulas] = [false, false];
  let row: SheetRow | null = null;
  let cell = { column: -1, type: 'n', style: 0, value: '', formula: '', hasValue: false };
  let isEmptyRow = true;
  const merges: string[] = [];

  const finishCell = () => {
    const { column, type, style, value, formula, hasValue } = cell;
    if (formula !== '') hasFormulas = true;
    const shown = hasValue ? cellText(type, style, value, strings, formats) : null;
    const text = shown?.text ?? (formula === '' ? '' : `=${formula}`);
    if (text === '') return;
    if (isEmptyRow) rowCount++;
    isEmptyRow = false;
    if (column >= MAX_COLUMNS) {
      isNarrowed = true;
      return;
    }
    if (rows.length >= MAX_ROWS || cellCount >= MAX_CELLS) return;
    if (!row) {
      row = { number, cells: [] };
      rows.push(row);
    }
    row.cells.push({ column, text: text.slice(0, MAX_TEXT), isNumber: shown?.isNumber ?? false });
    cellCount++;
    width = Math.max(width, column + 1);
  };

  for (const tag of tagsOf(xml)) {
    switch (tag.name) {
      case 'row': {
        const stated = Number(tag.attribute('r'));
        number = Number.isSafeInteger(stated) && stated > 0 ? stated : number + 1;
        row = null;
        isEmptyRow = true;
        cell = { ...cell, column: -1 };
        break;
      }
      case 'c': {
        const column = columnOf(tag.attribute('r')) ?? cell.column + 1;
        const style = Number(tag.attribute('s') ?? 0);
        cell = { column, type: tag.attribute('t') ?? 'n', style, value: '', formula: '', hasValue: false };
        break;
      }
      case '/c':
        finishCell();
        break;
      case 'f':
        cell.formula = tag.text || 'shared formula';
        break;
      case 'v':
      case 't':
        // An empty element is the saved result of a formula, too.
        cell.hasValue = true;
        if (!tag.isEmpty && cell.value.length <= MAX_TEXT) cell.value += tag.text;
        break;
      case 'mergeCell':
        if (merges.length < MAX_MERGES) merges.push(tag.attribute('ref') ?? '');
    }
  }
  const ranges = merges.flatMap((reference) => rangeOf(reference) ?? []);
  return { rows, rowCount, width: merge(rows, ranges, width), isNarrowed, hasFormulas };
}

/** Merged cells: rows are counted from 1, columns from 0. */
export interface CellRange {
  from: number;
  to: number;
  first: number;
  last: number;
}

function rangeOf(reference: string): CellRange | null {
  const [, start, first, end, last] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/i.exec(reference) ?? [];
  const [from, to] = [columnOf(`${start}1`), columnOf(`${end}1`)];
  return from === null || to === null ? null : { from, to, first: Number(first), last: Number(last) };
}

/** Spans merged cells over the rows that are listed. Returns the width of the sheet. */
export function merge(rows: readonly SheetRow[], ranges: readonly CellRange[], width: number): number {
  let wide = width;
  let covered = 0;
  for (const { from, to, first, last } of ranges) {
    const at = rows.findIndex(({ number }) => number === first);
    const cell = rows[at]?.cells.find(({ column }) => column === from);
    if (!cell || cell.span) continue;
    const columns = Math.min(to, MAX_COLUMNS - 1) - from + 1;
    const below = rows.slice(at).filter(({ number }) => number <= last);
    covered += columns * below.length;
    if (columns < 1 || covered > MAX_CELLS) continue;
    cell.span = { columns, rows: below.length };
    wide = Math.max(wide, from + columns);
    for (const row of below)
      for (let column = from; column < from + columns; column++)
        if (row !== rows[at] || column > from) {
          row.covered ??= [];
          row.covered.push(column);
        }
  }
  return wide;
}

function cellText(
  type: string,
  style: number,
  value: string,
  strings: readonly string[],
  formats: CellFormats,
): { text: string; isNumber: boolean } {
  // An empty value is no number of a text.
  if (type === 's')
    return { text: (value.trim() === '' ? '' : strings[Number(value)]) ?? '', isNumber: false };
  if (type === 'd') return { text: formats.timeText(value, style), isNumber: false };
  if (type === 'b') return { text: value.trim() === '1' ? 'TRUE' : 'FALSE', isNumber: false };
  const number = Number(value);
  if (type === 'n' && value.trim() !== '' && Number.isFinite(number)) {
    return { text: formats.text(number, style), isNumber: true };
  }
  return { text: unescapeCharacters(value), isNumber: false };
}

/** Characters that XML cannot hold, as `_x000D_`; an underscore before such letters is `_x005F_` (ECMA-376, part 1, 22.9.2.19). */
const unescapeCharacters = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Number of the column of a cell reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/i.exec(reference ?? '')?.[0].toUpperCase();
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
