import type { ArrayFile, ArrayNode, ArrayValues } from '../arrays/array-file.ts';
import { arrayTable } from '../arrays/array-table.ts';
import { listText } from '../arrays/texts.ts';
import { cut } from '../source/cut.ts';
import { float32Text } from '../source/float32-text.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

/** Types of the classic format, by their numbers. Numbers are big-endian. */
const TYPES: Readonly<Record<number, NetcdfType>> = {
  1: { name: '8-bit integer', bytes: 1, textAt: (view, at) => String(view.getInt8(at)) },
  2: { name: 'text', bytes: 1, textAt: (view, at) => textOf(view, at, 1) },
  3: { name: '16-bit integer', bytes: 2, textAt: (view, at) => String(view.getInt16(at)) },
  4: { name: '32-bit integer', bytes: 4, textAt: (view, at) => String(view.getInt32(at)) },
  5: { name: '32-bit float', bytes: 4, textAt: (view, at) => float32Text(view.getFloat32(at)) },
  6: { name: '64-bit float', bytes: 8, textAt: (view, at) => String(view.getFloat64(at)) },
  7: { name: '8-bit unsigned integer', bytes: 1, textAt: (view, at) => String(view.getUint8(at)) },
  8: { name: '16-bit unsigned integer', bytes: 2, textAt: (view, at) => String(view.getUint16(at)) },
  9: { name: '32-bit unsigned integer', bytes: 4, textAt: (view, at) => String(view.getUint32(at)) },
  10: { name: '64-bit integer', bytes: 8, textAt: (view, at) => String(view.getBigInt64(at)) },
  11: { name: '64-bit unsigned integer', bytes: 8, textAt: (view, at) => String(view.getBigUint64(at)) },
};
const CHAR = 2;
const MAX_LIST = 10_000;
/** Of a variable: four times what NetCDF allows. */
const MAX_AXES = 4_096;
const MAX_NAME_BYTES = 65_536;
const MAX_NODES = 1_000;
const MAX_ATTRIBUTES = 50;
const MAX_ITEMS = 2_000_000;

interface NetcdfType {
  name: string;
  bytes: number;
  textAt: (view: DataView, at: number) => string;
}

interface Variable {
  name: string;
  /** Lengths along the axes; the first may grow with the records. */
  shape: number[];
  dimensions: string[];
  isRecord: boolean;
  type: number;
  attributes: [string, string][];
  begin: number;
}

/** Whether a file begins as one of the classic format. */
export const isNetcdf = ([c, d, f, version = 0]: Uint8Array): boolean =>
  c === 0x43 && d === 0x44 && f === 0x46 && [1, 2, 5].includes(version);

/** Lists the variables of a NetCDF file of the classic format, CDF-1, CDF-2 or CDF-5, and reads the values of one of them if asked. */
export async function readNetcdf(body: Blob, dataset: string | null): Promise<ArrayFile> {
  const view = new DataView(await body.arrayBuffer());
  try {
    return new Netcdf(view).read(dataset);
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableFileError('The NetCDF file is damaged: its header cannot be read.');
    throw error;
  }
}

/** Zeros fill a text up. */
const textOf = (view: DataView, at: number, length: number) =>
  new TextDecoder()
    .decode(new Uint8Array(view.buffer, view.byteOffset + at, length))
    .replace(/(?<!\0)\0+$/, '');

class Netcdf {
  readonly #view: DataView;
  readonly #version: number;
  #at = 4;

  constructor(view: DataView) {
    this.#view = view;
    this.#version = view.getUint8(3);
  }

  read(dataset: string | null): ArrayFile {
    const claimed = this.#count();
    const dimensions = this.#list(() => ({ name: this.#name(), length: this.#count() }));
    const attributes = this.#attributes();
    const found = this.#list(() => this.#variable(dimensions));
    const recordBytes = this.#recordBytes(found);
    const records = this.#records(claimed, found, recordBytes);
    const variables = found.map((one) => ({
      ...one,
      shape: one.isRecord ? [records, ...one.shape.slice(1)] : one.shape,
    }));
    const root: ArrayNode = {
      path: '/',
      name: '/',
      depth: 0,
      kind: 'group',
      shape: [],
      type: null,
      note: null,
      attributes,
    };
    const nodes = variables.slice(0, MAX_NODES - 1).map(
      (one): ArrayNode => ({
        ...{ path: `/${one.name}`, name: cut(one.name), depth: 1, kind: 'dataset', shape: one.shape },
        ...{ type: TYPES[one.type]?.name ?? null, attributes: one.attributes },
        note: one.dimensions.length === 0 ? null : cut(`along ${one.dimensions.join(', ')}`),
      }),
    );
    const wanted = variables.find(({ name }) => `/${name}` === dataset);
    return {
      format: 'NetCDF of the classic format',
      nodes: [root, ...nodes],
      isCut: variables.length > nodes.length,
      values: wanted ? { path: `/${wanted.name}`, ...this.#valuesOf(wanted, recordBytes) } : null,
    };
  }

  #valuesOf(variable: Variable, recordBytes: number): Omit<ArrayValues, 'path'> {
    const { shape, isRecord, begin } = variable;
    const type = TYPES[variable.type];
    const without = (note: string) => ({ header: [], rows: [], note });
    if (!type) return without('The values have a type that the preview cannot read.');
    const items = shape.reduce((product, length) => product * length, 1);
    if (items === 0) return without('The dataset is empty.');
    if (!(items <= MAX_ITEMS))
      return without(
        `The preview reads up to ${MAX_ITEMS.toLocaleString('en')} values of a dataset. Download the file to see them.`,
      );
    const perRecord = isRecord ? items / (shape[0] ?? 1) : items;
    const placeOf = (index: number) =>
      begin + (isRecord ? Math.floor(index / perRecord) * recordBytes : 0) + (index % perRecord) * type.bytes;
    if (placeOf(items - 1) + type.bytes > this.#view.byteLength)
      return without('The file is damaged: values of this dataset are missing.');
    // The last axis of characters is that of a text.
    const length = variable.type === CHAR ? (shape.at(-1) ?? 1) : 1;
    if (variable.type === CHAR && !(isRecord && shape.length === 1))
      return arrayTable(shape.slice(0, -1), (index) =>
        cut(textOf(this.#view, placeOf(index * length), length)),
      );
    return arrayTable(shape, (index) => type.textAt(this.#view, placeOf(index)));
  }

  /** The values of one record of all variables that have records, one after the other. */
  #recordBytes(variables: readonly Variable[]): number {
    const withRecords = variables.filter(({ isRecord }) => isRecord);
    const sizes = withRecords.map(({ shape, type }) =>
      shape.slice(1).reduce((product, length) => product * length, TYPES[type]?.bytes ?? 1),
    );
    // The only one is not filled up to four bytes.
    if (sizes.length === 1) return sizes[0] ?? 0;
    return sizes.reduce((sum, bytes) => sum + 4 * Math.ceil(bytes / 4), 0);
  }

  /** A program that stopped while it wrote leaves the number of records open. */
  #records(claimed: number, variables: readonly Variable[], recordBytes: number): number {
    const isOpen = claimed === (this.#version === 5 ? Number(2n ** 64n - 1n) : 0xffffffff);
    if (!isOpen) return claimed;
    const begin = variables.reduce(
      (least, one) => (one.isRecord ? Math.min(least, one.begin) : least),
      Number.POSITIVE_INFINITY,
    );
    return recordBytes > 0 && begin < this.#view.byteLength
      ? Math.floor((this.#view.byteLength - begin) / recordBytes)
      : 0;
  }

  #variable(dimensions: readonly { name: string; length: number }[]): Variable {
    const name = this.#name();
    const axes = this.#count();
    if (axes > MAX_AXES) throw new RangeError('Too many axes');
    const ids = Array.from({ length: axes }, () => dimensions[this.#count()]);
    const attributes = this.#attributes();
    const type = this.#int();
    this.#count();
    const begin = this.#version === 1 ? this.#int() : this.#long();
    return {
      ...{ name, attributes, type, begin },
      shape: ids.map((one) => one?.length ?? 0),
      dimensions: ids.map((one) => one?.name ?? ''),
      isRecord: ids[0]?.length === 0,
    };
  }

  #attributes(): [string, string][] {
    const found = this.#list((): [string, string] => {
      const name = this.#name();
      const code = this.#int();
      const type = TYPES[code];
      const count = this.#count();
      if (!type) throw new RangeError('Unknown type');
      const start = this.#at;
      this.#skip(count * type.bytes);
      if (code === CHAR) return [cut(name), cut(textOf(this.#view, start, count))];
      return [cut(name), listText(count, (index) => type.textAt(this.#view, start + index * type.bytes))];
    });
    const more = found.length > MAX_ATTRIBUTES;
    return more ? [...found.slice(0, MAX_ATTRIBUTES), ['More attributes', 'are not shown']] : found;
  }

  /** A list begins with a sign of its kind, or with zeros if it is empty. */
  #list<Item>(read: () => Item): Item[] {
    this.#int();
    const count = this.#count();
    if (count > MAX_LIST) throw new RangeError('Too long a list');
    return Array.from({ length: count }, read);
  }

  #name(): string {
    const length = this.#count();
    if (length > MAX_NAME_BYTES) throw new RangeError('Too long a name');
    const start = this.#at;
    this.#skip(length);
    return textOf(this.#view, start, length);
  }

  /** Everything begins at a multiple of four bytes. */
  #skip(bytes: number): void {
    if (!(this.#at + bytes <= this.#view.byteLength)) throw new RangeError('Outside the file');
    this.#at += 4 * Math.ceil(bytes / 4);
  }

  #int(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4);
  }

  #long(): number {
    this.#at += 8;
    return Number(this.#view.getBigUint64(this.#at - 8));
  }

  #count(): number {
    return this.#version === 5 ? this.#long() : this.#int();
  }
}
