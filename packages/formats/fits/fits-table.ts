import type { ArrayValues } from '../arrays/array-file.ts';
import { arrayTable } from '../arrays/array-table.ts';
import { cut } from '../source/cut.ts';
import { float32Text } from '../source/float32-text.ts';
import type { FitsHeader } from './fits-header.ts';

interface TableSize {
  rowBytes: number;
  rows: number;
  kind: 'binary table' | 'text table' | 'groups' | 'other';
}

interface Column {
  name: string;
  at: number;
  textAt: (view: DataView, at: number) => string;
}

const MAX_COLUMNS = 999;
const MAX_ITEMS = 20;

/** The rows of a table, of bytes or of text. */
export function fitsTable(
  header: FitsHeader,
  data: DataView,
  { rowBytes, rows, kind }: TableSize,
): Omit<ArrayValues, 'path'> {
  const columns = kind === 'text table' ? textColumns(header) : binaryColumns(header, rowBytes);
  if (columns === null || columns.length === 0)
    return { header: [], rows: [], note: 'Its columns have a type that the preview cannot read.' };
  const table = arrayTable([rows, columns.length], (index) => {
    const column = columns[index % columns.length];
    return column ? cut(column.textAt(data, Math.floor(index / columns.length) * rowBytes + column.at)) : '';
  });
  return { ...table, header: ['Row', ...columns.slice(0, table.header.length - 1).map(({ name }) => name)] };
}

const numbersOfColumns = (header: FitsHeader) =>
  Array.from({ length: Math.min(header.number('TFIELDS') ?? 0, MAX_COLUMNS) }, (_, index) => index + 1);

function nameOf(header: FitsHeader, number: number): string {
  const unit = header.text(`TUNIT${number}`);
  const name = header.text(`TTYPE${number}`) || `Column ${number}`;
  return unit === '' ? name : `${name} (${unit})`;
}

const texts = (view: DataView, at: number, length: number) =>
  new TextDecoder('latin1').decode(new Uint8Array(view.buffer, view.byteOffset + at, length));

/** Numbers and texts as they are written. */
function textColumns(header: FitsHeader): Column[] {
  return numbersOfColumns(header).map((number) => {
    const width = Number(/^[AIFED](\d{1,4})/i.exec(header.text(`TFORM${number}`))?.[1] ?? 0);
    const at = (header.number(`TBCOL${number}`) ?? 1) - 1;
    return { name: nameOf(header, number), at, textAt: (view, place) => texts(view, place, width).trim() };
  });
}

type Item = (view: DataView, at: number) => number | bigint | string;
const ITEMS: Readonly<Record<string, [bytes: number, read: Item]>> = {
  L: [1, (view, at) => ({ 84: 'true', 70: 'false' })[view.getUint8(at)] ?? ''],
  B: [1, (view, at) => view.getUint8(at)],
  I: [2, (view, at) => view.getInt16(at)],
  J: [4, (view, at) => view.getInt32(at)],
  K: [8, (view, at) => view.getBigInt64(at)],
  E: [4, (view, at) => float32Text(view.getFloat32(at))],
  D: [8, (view, at) => String(view.getFloat64(at))],
  C: [8, (view, at) => complex(float32Text(view.getFloat32(at)), float32Text(view.getFloat32(at + 4)))],
  M: [16, (view, at) => complex(String(view.getFloat64(at)), String(view.getFloat64(at + 8)))],
  P: [8, () => '(a list)'],
  Q: [16, () => '(a list)'],
};

const complex = (real: string, imaginary: string) =>
  `${real}${imaginary.startsWith('-') ? '' : '+'}${imaginary}i`;

/** `null` if a type is not known: then the places of those after it are not known either. */
function binaryColumns(header: FitsHeader, rowBytes: number): Column[] | null {
  const columns: Column[] = [];
  let at = 0;
  for (const number of numbersOfColumns(header)) {
    const [, repeated, kind = ''] = /^(\d{0,9})([A-Z])/.exec(header.text(`TFORM${number}`)) ?? [];
    const count = repeated === '' || repeated === undefined ? 1 : Number(repeated);
    const item = ITEMS[kind];
    const bytes =
      kind === 'A'
        ? count
        : kind === 'X'
          ? Math.ceil(count / 8)
          : item
            ? item[0] * (/[PQ]/.test(kind) ? Math.min(count, 1) : count)
            : null;
    if (bytes === null || at + bytes > rowBytes) return null;
    const name = nameOf(header, number);
    if (kind === 'A')
      columns.push({
        name,
        at,
        textAt: (view, place) => texts(view, place, bytes).replace(/\0.*$/s, '').trimEnd(),
      });
    else if (kind === 'X') columns.push({ name, at, textAt: (view, place) => bits(view, place, count) });
    else if (item) columns.push({ name, at, textAt: listOf(item, count, scaleOf(header, number, kind)) });
    at += bytes;
  }
  return columns;
}

function bits(view: DataView, at: number, count: number): string {
  const shown = Math.min(count, 100);
  const digits = Array.from(
    { length: shown },
    (_, bit) => (view.getUint8(at + (bit >> 3)) >> (7 - (bit & 7))) & 1,
  );
  return `${digits.join('')}${count > shown ? '…' : ''}`;
}

/** What a stored number means: TZERO + TSCAL × it, or no value. */
function scaleOf(
  header: FitsHeader,
  number: number,
  kind: string,
): (stored: number | bigint | string) => string {
  const [zero, scale] = [header.number(`TZERO${number}`) ?? 0, header.number(`TSCAL${number}`) ?? 1];
  const missing = /[BIJK]/.test(kind) ? header.number(`TNULL${number}`) : null;
  return (stored) => {
    if (missing !== null && Number(stored) === missing) return 'no value';
    if ((zero === 0 && scale === 1) || !/[BIJKED]/.test(kind)) return String(stored);
    if (scale === 1 && Number.isInteger(zero) && typeof stored !== 'string')
      return String(BigInt(stored) + BigInt(zero));
    return String(zero + scale * Number(stored));
  };
}

function listOf(
  [bytes, read]: [number, Item],
  count: number,
  write: (stored: number | bigint | string) => string,
): Column['textAt'] {
  if (count === 1 || bytes > 8) return (view, at) => (count === 0 ? '' : write(read(view, at)));
  return (view, at) => {
    const shown = Array.from({ length: Math.min(count, MAX_ITEMS) }, (_, index) =>
      write(read(view, at + index * bytes)),
    );
    return count === 0 ? '' : `[${shown.join(', ')}${count > shown.length ? ', …' : ''}]`;
  };
}
