import { type Batch, Type } from '@uwdata/flechette';
import { damaged } from './messages.ts';

/** Values of lists, and bytes of texts, that the rows which are read may have together. */
const MAX_PARTS = 4_000_000;
export const MAX_TEXT_BYTES = 64_000_000;
const LISTS = new Set<number>([Type.List, Type.LargeList, Type.Map]);
const TEXTS = new Set<number>([Type.Utf8, Type.LargeUtf8, Type.Binary, Type.LargeBinary]);
const VIEWS = new Set<number>([Type.Utf8View, Type.BinaryView]);

/** Types whose values may refer to the same bytes again and again, in a way that is not worth following. */
export const unreadTypes = new Set<number>([Type.ListView, Type.LargeListView, Type.Union]);

/** Refuses a column of which a few rows claim more values than the file has: lists and texts may overlap. */
export function requireSound(batch: Batch<unknown>, from: number, to: number): void {
  const { type, children = [], offsets } = batch;
  if (to > batch.length) throw damaged('a column is too short');
  if (offsets && (LISTS.has(type.typeId) || TEXTS.has(type.typeId))) {
    const [start, end] = requireOrder(offsets, from, to);
    if (TEXTS.has(type.typeId)) {
      const length = batch.values instanceof Uint8Array ? batch.values.length : 0;
      if (end > length && end > start) throw damaged('a text is longer than the file');
      if (end - start > MAX_TEXT_BYTES) throw damaged('a column has very long texts');
    } else if (end - start > MAX_PARTS) throw damaged('a column has very long lists');
    else for (const child of children) requireSound(child, start, end);
  } else if (VIEWS.has(type.typeId)) requireShortViews(batch.values, from, to);
  else if (type.typeId === Type.FixedSizeList) {
    const stride = 'stride' in type && typeof type.stride === 'number' ? type.stride : 0;
    if (stride < 0 || (to - from) * stride > MAX_PARTS) throw damaged('a column has very long lists');
    for (const child of children) requireSound(child, from * stride, to * stride);
  } else if (type.typeId === Type.Struct) for (const child of children) requireSound(child, from, to);
}

/** Where the parts of some rows begin and end; those of a row begin where those of the row before end. */
export function requireOrder(
  offsets: ArrayLike<number | bigint>,
  from: number,
  to: number,
): [start: number, end: number] {
  const first = Number(offsets[from] ?? 0);
  let last = first;
  for (let index = from; index <= to && to > from; index++) {
    const offset = Number(offsets[index] ?? Number.NaN);
    if (!(offset >= last)) throw damaged('the parts of its values overlap');
    last = offset;
  }
  return [first, last];
}

/** A view has 16 bytes, which begin with the length of the text. */
export function requireShortViews(values: unknown, from: number, to: number): void {
  if (!(values instanceof Uint8Array)) throw damaged('a column is too short');
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  let sum = 0;
  for (let index = from; index < to; index++) sum += view.getUint32(16 * index, true);
  if (sum > MAX_TEXT_BYTES) throw damaged('a column has very long texts');
}
