import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { CellFormats } from './cell-format.ts';
import { isCompoundFile, streamIn } from './compound-file.ts';
import {
  type CellRange,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_MERGES,
  MAX_ROWS,
  MAX_SHEETS,
  MAX_TEXT,
  merge,
  readXlsx,
  type SheetCell,
  type SheetRow,
  type Workbook,
  type XlsxOptions,
} from './read-xlsx.ts';
import { recordsOf, type XlsRecord, XlsTexts } from './xls-records.ts';

const MAX_STRINGS = 1_000_000;
const WORKSHEET = 0;
const EXCEL_97 = 0x600;
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};
const ENCODINGS: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
};

/** One sheet of a workbook of Excel 5 to 2003 (MS-XLS): the saved values of its cells, as `readXlsx` shows them. */
export async function readXls(body: Blob, options: XlsxOptions): Promise<Workbook> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readXlsx(body, options);
  if (!isCompoundFile(bytes)) {
    throw new UnreadableFileError(
      'This is not an Excel workbook of the years 1993 to 2003. Some programs give the ending .xls to a table in text or HTML: rename it to .csv or .html.',
    );
  }
  const stream = streamIn(bytes, ['Workbook', 'Book', 'WORKBOOK', 'BOOK']);
  if (!stream) throw new UnreadableFileError('This file of Office has no workbook in it.');
  const workbook = readGlobals(stream);
  const chosen = workbook.sheets[options.sheet];
  if (!chosen) throw new UnreadableFileError('The workbook has no sheets.');
  return {
    sheets: workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    sheet: options.sheet,
    isCut: false,
    ...readSheet(stream, chosen.start, workbook),
  };
}

interface Globals {
  sheets: { name: string; isHidden: boolean; start: number }[];
  strings: string[];
  formats: CellFormats;
  isUnicode: boolean;
  decoder: TextDecoder;
}

function readGlobals(stream: Uint8Array): Globals {
  const [sheets, strings]: [Globals['sheets'], string[]] = [[], []];
  const custom = new Map<number, string>();
  const styles: number[] = [];
  let [is1904, isUnicode, decoder] = [false, true, new TextDecoder('windows-1252')];
  for (const { type, view, chunks } of recordsOf(stream, 0)) {
    const textAt = (at: number, lengthBytes: 1 | 2) => {
      const texts = new XlsTexts(chunks, at, decoder);
      return isUnicode ? texts.unicode(lengthBytes) : texts.bytes(lengthBytes);
    };
    if (type === 0x809) isUnicode = u16(view, 0) >= EXCEL_97;
    else if (type === 0x2f) throw new UnreadableFileError('The workbook is protected with a password.');
    else if (type === 0x42) decoder = decoderOf(u16(view, 0));
    else if (type === 0x22) is1904 = u16(view, 0) === 1;
    else if (type === 0x41e) custom.set(u16(view, 0), textAt(2, isUnicode ? 2 : 1));
    else if (type === 0xe0) styles.push(u16(view, 2));
    else if (
      type === 0x85 &&
      view.byteLength > 6 &&
      view.getUint8(5) === WORKSHEET &&
      sheets.length < MAX_SHEETS
    ) {
      const start = view.getUint32(0, true);
      sheets.push({ name: textAt(6, 1).slice(0, 100), isHidden: (view.getUint8(4) & 3) > 0, start });
    } else if (type === 0xfc) for (const text of sharedStrings(chunks)) strings.push(text);
  }
  return { sheets, strings, formats: new CellFormats(custom, styles, is1904), isUnicode, decoder };
}

const u16 = (view: DataView, at: number) => (at + 2 <= view.byteLength ? view.getUint16(at, true) : 0);

function decoderOf(codePage: number): TextDecoder {
  const isWindows = codePage >= 1250 && codePage <= 1258;
  return new TextDecoder(ENCODINGS[codePage] ?? (isWindows ? `windows-${codePage}` : 'windows-1252'));
}

/** The texts that cells refer to by number. */
function* sharedStrings(chunks: readonly Uint8Array[]): Generator<string> {
  const texts = new XlsTexts(chunks, 8);
  for (let count = 0; count < MAX_STRINGS && !texts.isAtEnd; count++)
    yield texts.unicode(2).slice(0, MAX_TEXT);
}

type Shown = Pick<SheetCell, 'text' | 'isNumber'>;

function readSheet(stream: Uint8Array, start: number, workbook: Globals) {
  const rows = new Map<number, SheetCell[]>();
  const seen = new Set<number>();
  const merges: CellRange[] = [];
  let [cellCount, isNarrowed, hasFormulas] = [0, false, false];
  let waiting: [row: number, column: number] | null = null;

  const add = (row: number, column: number, { text, isNumber }: Shown) => {
    if (text === '') return;
    seen.add(row);
    if (column >= MAX_COLUMNS) isNarrowed = true;
    else if (cellCount < MAX_CELLS && (rows.has(row) || rows.size < MAX_ROWS)) {
      const cells = rows.get(row) ?? [];
      rows.set(row, cells);
      cells.push({ column, text: text.slice(0, MAX_TEXT), isNumber });
      cellCount += 1;
    }
  };
  for (const record of recordsOf(stream, start)) {
    const { type, view } = record;
    const [row, column] = [u16(view, 0), u16(view, 2)];
    if (type === 0xe5) merges.push(...rangesOf(view).slice(0, MAX_MERGES - merges.length));
    else if (type === 0x207 && waiting)
      add(...waiting, { text: stringOf(record, workbook), isNumber: false });
    else if (type === 0xbd) for (const [at, shown] of manyNumbers(view, workbook)) add(row, at, shown);
    else if (type === 0x06 || type === 0x406) {
      hasFormulas = true;
      const result = resultOf(view, workbook);
      waiting = result ? null : [row, column];
      if (result) add(row, column, result);
    } else {
      const shown = cellOf(record, workbook);
      if (shown) add(row, column, shown);
    }
  }
  const listed: SheetRow[] = [...rows]
    .sort(([one], [other]) => one - other)
    .map(([row, cells]) => ({
      number: row + 1,
      cells: cells.sort((one, other) => one.column - other.column),
    }));
  const used = listed.reduce((most, { cells }) => Math.max(most, (cells.at(-1)?.column ?? -1) + 1), 0);
  return { rows: listed, rowCount: seen.size, width: merge(listed, merges, used), isNarrowed, hasFormulas };
}

/** The value of a cell; `null` for other records. */
function cellOf(
  { type, view, chunks }: XlsRecord,
  { formats, strings, isUnicode, decoder }: Globals,
): Shown | null {
  const style = u16(view, 4);
  const number = (value: number) => ({ text: formats.text(value, style), isNumber: true });
  const text = (value: string) => ({ text: value, isNumber: false });
  if (view.byteLength < 8) return null;
  switch (type) {
    case 0x203:
      return view.byteLength < 14 ? null : number(view.getFloat64(6, true));
    case 0x27e:
      return view.byteLength < 10 ? null : number(packedNumber(view.getUint32(6, true)));
    case 0xfd:
      return view.byteLength < 10 ? null : text(strings[view.getUint32(6, true)] ?? '');
    case 0x205:
      return text(booleanOrError(view.getUint8(6), view.getUint8(7) === 1));
    case 0x204:
    case 0xd6: {
      const texts = new XlsTexts(chunks, 6, decoder);
      return text(isUnicode ? texts.unicode(2) : texts.bytes(2));
    }
    default:
      return null;
  }
}

const booleanOrError = (value: number, isError: boolean) =>
  isError ? (ERRORS[value] ?? '#ERROR') : value === 1 ? 'TRUE' : 'FALSE';

/** The saved result of a formula; `null` if it is a text, which is in the next record. */
function resultOf(view: DataView, { formats }: Globals): Shown | null {
  if (view.byteLength < 14) return { text: '', isNumber: false };
  if (u16(view, 12) !== 0xffff)
    return { text: formats.text(view.getFloat64(6, true), u16(view, 4)), isNumber: true };
  const kind = view.getUint8(6);
  if (kind === 0) return null;
  return { text: kind === 3 ? '' : booleanOrError(view.getUint8(8), kind === 2), isNumber: false };
}

function stringOf({ chunks }: XlsRecord, { isUnicode, decoder }: Globals): string {
  const texts = new XlsTexts(chunks, 0, decoder);
  return isUnicode ? texts.unicode(2) : texts.bytes(2);
}

/** A number of 30 bits: a whole one, or the upper half of one with a point; perhaps of hundredths. */
function packedNumber(packed: number): number {
  const bits = packed & 0xfffffffc;
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(4, bits, true);
  const value = packed & 2 ? bits >> 2 : view.getFloat64(0, true);
  return packed & 1 ? value / 100 : value;
}

function* manyNumbers(view: DataView, { formats }: Globals): Generator<[column: number, Shown]> {
  const first = u16(view, 2);
  for (let at = 4; at + 8 <= view.byteLength; at += 6) {
    const value = packedNumber(view.getUint32(at + 2, true));
    yield [first + (at - 4) / 6, { text: formats.text(value, u16(view, at)), isNumber: true }];
  }
}

/** Merged cells: the first and last row, the first and last column. */
const rangesOf = (view: DataView): CellRange[] =>
  Array.from({ length: Math.min(u16(view, 0), Math.floor((view.byteLength - 2) / 8)) }, (_, index) => {
    const at = 2 + 8 * index;
    return {
      first: u16(view, at) + 1,
      last: u16(view, at + 2) + 1,
      from: u16(view, at + 4),
      to: u16(view, at + 6),
    };
  });
