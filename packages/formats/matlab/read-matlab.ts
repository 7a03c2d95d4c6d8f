import type { ArrayFile, ArrayNode, ArrayValues } from '../arrays/array-file.ts';
import { arrayTable, columnsFirst } from '../arrays/array-table.ts';
import { cut } from '../source/cut.ts';
import { float32Text } from '../source/float32-text.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { COMPRESSED, elementAt, MATRIX, type MatElement, numbersOf, unpacked } from './mat-elements.ts';

type Shown = Omit<ArrayValues, 'path'>;

const HEADER_BYTES = 128;
const MAX_NODES = 1_000;
const MAX_DEPTH = 12;
const MAX_AXES = 32;
const [CELL, STRUCT, OBJECT, CHAR, SPARSE, SINGLE] = [1, 2, 3, 4, 5, 7];
const CLASSES: Readonly<Record<number, string>> = {
  ...{ 1: 'cell', 2: 'struct', 3: 'object', 4: 'char', 5: 'sparse', 6: 'double', 7: 'single', 8: 'int8' },
  ...{ 9: 'uint8', 10: 'int16', 11: 'uint16', 12: 'int32', 13: 'uint32', 14: 'int64', 15: 'uint64' },
  ...{ 16: 'function', 17: 'opaque' },
};
const [COMPLEX, LOGICAL] = [0x0800, 0x0200];
const UINT8 = 2;

/** Whether the first 128 bytes are those of a MATLAB file of version 5 to 7. */
export const isMatlab = (start: Uint8Array): boolean => {
  const order = String.fromCharCode(start[126] ?? 0, start[127] ?? 0);
  return (order === 'IM' || order === 'MI') && start[order === 'IM' ? 125 : 124] === 1;
};

/** Lists the variables of a MATLAB file of version 5 to 7, with fields and cells, and reads the values of one of them if asked. */
export async function readMatlab(body: Blob, dataset: string | null): Promise<ArrayFile> {
  const view = new DataView(await body.arrayBuffer());
  const reading = new Reading(view.getUint8(126) === 0x49, dataset);
  try {
    for (let at = HEADER_BYTES; at + 8 <= view.byteLength; ) {
      const element = elementAt(view, at, reading.isLittle);
      reading.add(
        element.type === COMPRESSED ? elementAt(unpacked(element.view), 0, reading.isLittle) : element,
      );
      at = element.next;
    }
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableFileError('The MATLAB file is damaged: one of its variables cannot be read.');
    throw error;
  }
  return reading.file;
}

interface Matrix {
  kind: number;
  flags: number;
  shape: number[];
  name: string;
  /** What follows the name. */
  parts: MatElement[];
}

class Reading {
  readonly isLittle: boolean;
  readonly #wanted: string | null;
  readonly #nodes: ArrayNode[] = [];
  #isCut = false;
  #values: ArrayValues | null = null;

  constructor(isLittle: boolean, wanted: string | null) {
    this.isLittle = isLittle;
    this.#wanted = wanted;
    this.#nodes.push(nodeOf('/', '/', 0, { kind: 'group' }));
  }

  get file(): ArrayFile {
    return {
      format: 'MATLAB of version 5 to 7',
      nodes: this.#nodes,
      isCut: this.#isCut,
      values: this.#values,
    };
  }

  /** A variable of the file. What has no name is of MATLAB's own. */
  add(element: MatElement): void {
    if (element.type !== MATRIX || element.view.byteLength === 0) return;
    const matrix = this.#matrixOf(element);
    if (matrix.name !== '') this.#addMatrix(matrix, `/${matrix.name}`, matrix.name, 1);
  }

  #addMatrix(matrix: Matrix, path: string, name: string, depth: number): void {
    if (this.#nodes.length >= MAX_NODES || depth > MAX_DEPTH) {
      this.#isCut = true;
      return;
    }
    const { kind, flags, shape } = matrix;
    const type = (flags & LOGICAL) !== 0 ? 'logical' : (CLASSES[kind] ?? `class ${kind}`);
    const size = `${shape.join(' × ')} ${type}`;
    if (kind === CELL || kind === STRUCT || kind === OBJECT) {
      this.#nodes.push(nodeOf(path, name, depth, { kind: 'group', type: size }));
      for (const child of kind === CELL ? this.#cells(matrix) : this.#fields(matrix))
        this.#addMatrix(child.matrix, `${path}/${child.name}`, child.name, depth + 1);
      return;
    }
    const isComplex = (flags & COMPLEX) !== 0 ? 'complex ' : '';
    const isUnread = kind > 15 || kind < 1;
    const note = isUnread ? 'of a type that the preview does not read' : null;
    this.#nodes.push(
      nodeOf(path, name, depth, { kind: 'dataset', shape, type: `${isComplex}${type}`, note }),
    );
    if (path === this.#wanted)
      this.#values = {
        path,
        ...(isUnread ? noValues('Only MATLAB reads values of this type.') : this.#shown(matrix)),
      };
  }

  #shown({ kind, flags, shape, parts }: Matrix): Shown {
    const count = shape.reduce((product, length) => product * length, 1);
    if (count === 0) return noValues('The array is empty.');
    const [real, imaginary] = parts;
    if (!real) return noValues('The values are missing.');
    if (kind === SPARSE) return this.#sparse(parts, (flags & LOGICAL) !== 0);
    if (kind === CHAR) return this.#characters(real, shape, count);
    const numbers = [real, ...((flags & COMPLEX) !== 0 && imaginary ? [imaginary] : [])].map((one) =>
      numbersOf(one, this.isLittle),
    );
    if (numbers.some((one) => one.count < count)) throw new RangeError('Values are missing');
    const write = (index: number) => {
      const [re = '', im] = numbers.map((one) =>
        kind === SINGLE ? float32Text(one.numberAt(index)) : one.textAt(index),
      );
      return im === undefined ? re : `${re}${im.startsWith('-') ? '' : '+'}${im}i`;
    };
    return arrayTable(shape, (index) => write(columnsFirst(index, shape)));
  }

  /** Each row is a text. */
  #characters(element: MatElement, shape: readonly number[], count: number): Shown {
    const isUtf8 = element.type === 16;
    const codes = numbersOf(element, this.isLittle);
    const { buffer, byteOffset, byteLength } = element.view;
    const text = isUtf8
      ? new TextDecoder().decode(new Uint8Array(buffer, byteOffset, byteLength))
      : Array.from({ length: Math.min(codes.count, 1_000_000) }, (_, index) =>
          String.fromCharCode(codes.numberAt(index)),
        ).join('');
    const characters = isUtf8 ? [...text] : text;
    const width = shape.at(-1) ?? 1;
    const rowAt = (row: number) =>
      Array.from(
        { length: Math.min(width, count, 400) },
        (_, column) => characters[columnsFirst(row * width + column, shape)] ?? '',
      ).join('');
    return arrayTable(shape[0] === 1 && shape.length === 2 ? [] : shape.slice(0, -1), (row) =>
      cut(rowAt(row)),
    );
  }

  /** Stored values with their places, which are counted from 1 as MATLAB does. */
  #sparse([rowsPart, columnsPart, valuesPart, ...others]: readonly MatElement[], isLogical: boolean): Shown {
    // MATLAB calls the bytes of logical values numbers of 64 bits.
    const written = valuesPart && isLogical ? { ...valuesPart, type: UINT8 } : valuesPart;
    const [rows, columns, values, imaginary] = [rowsPart, columnsPart, written, ...others]
      .filter((one) => one !== undefined)
      .map((one) => numbersOf(one, this.isLittle));
    if (!rows || !columns || !values) throw new RangeError('Values are missing');
    const stored = columns.numberAt(columns.count - 1);
    if (stored > values.count || stored > rows.count) throw new RangeError('Values are missing');
    if (stored === 0) return noValues('No values are stored: all are zero.');
    const columnOf = new Uint32Array(stored);
    for (let column = 0; column + 1 < columns.count; column++)
      columnOf.fill(column + 1, columns.numberAt(column), columns.numberAt(column + 1));
    const table = arrayTable([stored, 3], (index) => {
      const at = Math.floor(index / 3);
      if (index % 3 === 0) return String(rows.numberAt(at) + 1);
      if (index % 3 === 1) return String(columnOf[at]);
      const im = imaginary?.textAt(at);
      return im === undefined
        ? values.textAt(at)
        : `${values.textAt(at)}${im.startsWith('-') ? '' : '+'}${im}i`;
    });
    return { ...table, header: ['Stored value', 'Row', 'Column', 'Value'] };
  }

  #cells({ parts }: Matrix) {
    return parts
      .slice(0, MAX_NODES)
      .map((part, index) => ({ name: `{${index + 1}}`, matrix: this.#matrixOf(part) }));
  }

  /** Names of the same length, filled with zeros; then the fields of the first structure, of the second, and so on. */
  #fields({ kind, shape, parts }: Matrix) {
    const [length, names, ...values] = kind === OBJECT ? parts.slice(1) : parts;
    if (!length || !names) throw new RangeError('Fields have no names');
    const bytes = length.view.getInt32(0, this.isLittle);
    const fieldNames = bytes > 0 ? textOf(names.view, bytes) : [];
    const isArray = shape.reduce((product, axis) => product * axis, 1) > 1;
    return values.slice(0, MAX_NODES).map((part, index) => {
      const field = fieldNames[index % fieldNames.length] ?? '';
      const number = Math.floor(index / Math.max(1, fieldNames.length)) + 1;
      return { name: isArray ? `(${number}).${field}` : field, matrix: this.#matrixOf(part) };
    });
  }

  #matrixOf({ type, view }: MatElement): Matrix {
    if (type !== MATRIX) throw new RangeError('No matrix');
    // An empty cell.
    if (view.byteLength === 0) return { kind: 6, flags: 0, shape: [0, 0], name: '', parts: [] };
    const elements: MatElement[] = [];
    for (let at = 0; at + 8 <= view.byteLength && elements.length < 4 * MAX_NODES; ) {
      const element = elementAt(view, at, this.isLittle);
      elements.push(element);
      at = element.next;
    }
    const [head, lengths, name, ...parts] = elements;
    if (!head || !lengths || !name) {
      // Of MATLAB's own classes, which have no size.
      return {
        kind: head ? head.view.getUint32(0, this.isLittle) & 0xff : 17,
        flags: 0,
        shape: [],
        name: '',
        parts: [],
      };
    }
    const flags = head.view.getUint32(0, this.isLittle);
    const sizes = numbersOf(lengths, this.isLittle);
    const isSized = lengths.type === 5 || lengths.type === 6;
    const shape = Array.from({ length: isSized ? Math.min(MAX_AXES, sizes.count) : 0 }, (_, axis) =>
      sizes.numberAt(axis),
    );
    if (shape.some((length) => length < 0)) throw new RangeError('A size is negative');
    const [text = ''] = textOf(isSized ? name.view : lengths.view, 1_000);
    return { kind: flags & 0xff, flags, shape, name: text, parts };
  }
}

const noValues = (note: string): Shown => ({ header: [], rows: [], note });

/** Texts of the same length, filled with zeros. */
function textOf(view: DataView, bytes: number): string[] {
  return Array.from({ length: Math.ceil(view.byteLength / bytes) }, (_, index) => {
    const start = index * bytes;
    const length = Math.min(bytes, view.byteLength - start);
    return new TextDecoder()
      .decode(new Uint8Array(view.buffer, view.byteOffset + start, length))
      .replace(/\0.*$/s, '');
  });
}

const nodeOf = (path: string, name: string, depth: number, facts: Partial<ArrayNode>): ArrayNode => ({
  ...{ path, name: cut(name), depth, kind: 'dataset', shape: [], type: null, note: null, attributes: [] },
  ...facts,
});
