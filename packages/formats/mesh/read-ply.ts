import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { linesOf, wordsOf } from './lines.ts';
import { damaged, type Mesh, MeshBuilder, titleOf } from './mesh.ts';

const MAX_HEADER = 64 * 1024;
const MAX_CORNERS = 100_000;

/** The values of a file, one after another. */
interface Values {
  /** Called before each element. */
  begin(): void;
  next(type: string): number;
}

interface Property {
  name: string;
  type: string;
  /** The type of the length, of a list. */
  lengthType: string | null;
}

interface Element {
  name: string;
  count: number;
  properties: Property[];
}

const TYPES: Readonly<
  Record<string, [bytes: number, read: (view: DataView, at: number, isLittle: boolean) => number]>
> = {
  char: [1, (view, at) => view.getInt8(at)],
  uchar: [1, (view, at) => view.getUint8(at)],
  short: [2, (view, at, isLittle) => view.getInt16(at, isLittle)],
  ushort: [2, (view, at, isLittle) => view.getUint16(at, isLittle)],
  int: [4, (view, at, isLittle) => view.getInt32(at, isLittle)],
  uint: [4, (view, at, isLittle) => view.getUint32(at, isLittle)],
  float: [4, (view, at, isLittle) => view.getFloat32(at, isLittle)],
  double: [8, (view, at, isLittle) => view.getFloat64(at, isLittle)],
};
const OTHER_NAMES: Readonly<Record<string, string>> = {
  int8: 'char',
  uint8: 'uchar',
  int16: 'short',
  uint16: 'ushort',
  int32: 'int',
  uint32: 'uint',
  float32: 'float',
  float64: 'double',
};

/** Reads the corners and faces of a PLY file, of text or of numbers. Colours and what else it says of them are left out. */
export function readPly(bytes: Uint8Array): Mesh {
  const { encoding, comment, elements, end } = headerOf(bytes);
  const body = bytes.subarray(end);
  const from =
    encoding === 'ascii' ? textValues(body) : binaryValues(body, encoding === 'binary_little_endian');
  const builder = new MeshBuilder();
  for (const { name, count, properties } of elements) {
    const places = ['x', 'y', 'z'].map((axis) => properties.findIndex((property) => property.name === axis));
    const corners = properties.findIndex((property) => /^vertex_ind(ex|ices)$/.test(property.name));
    if (count > 0 && properties.length === 0) throw damaged('an element has no properties');
    for (let index = 0; index < count; index++) {
      from.begin();
      const values = properties.map((property) => readValue(property, from));
      if (name === 'vertex') {
        const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = places.map((place) => Number(values[place]));
        builder.vertex(x, y, z);
      } else if (name === 'face') {
        const face = values[corners];
        if (Array.isArray(face)) builder.face(face);
      }
    }
  }
  const format = encoding === 'ascii' ? 'PLY (text)' : 'PLY (binary)';
  return { format, title: comment, ...builder.model() };
}

function headerOf(bytes: Uint8Array) {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, MAX_HEADER));
  const found = /\bend_header[^\S\n\r]*(\r\n?|\n)/.exec(start);
  if (!found) throw damaged('its header does not end');
  let [encoding, comment]: [string, string | null] = ['', null];
  const elements: Element[] = [];
  for (const line of linesOf(bytes.subarray(0, found.index))) {
    const [first, ...rest] = wordsOf(line);
    if (first === 'format') encoding = rest[0] ?? '';
    else if (first === 'comment') comment ??= titleOf(rest.join(' '));
    else if (first === 'element')
      elements.push({ name: rest[0] ?? '', count: countOf(rest[1]), properties: [] });
    else if (first === 'property') elements.at(-1)?.properties.push(propertyOf(rest));
  }
  if (!/^(ascii|binary_(little|big)_endian)$/.test(encoding))
    throw new UnreadableFileError('This PLY file is written in a way that the preview does not know.');
  return { encoding, comment, elements, end: found.index + found[0].length };
}

function countOf(text = ''): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 0) throw damaged('it claims an impossible number of elements');
  return count;
}

function propertyOf(words: readonly string[]): Property {
  const isList = words[0] === 'list';
  const lengthType = isList ? (words[1] ?? '') : null;
  const [type = '', name = ''] = isList ? words.slice(2) : words;
  const known = (one: string) => OTHER_NAMES[one] ?? one;
  for (const one of lengthType === null ? [type] : [type, lengthType])
    if (!Object.hasOwn(TYPES, known(one))) throw damaged('a property has an unknown type');
  return { name, type: known(type), lengthType: lengthType === null ? null : known(lengthType) };
}

function readValue({ type, lengthType }: Property, from: Values): number | number[] {
  if (lengthType === null) return from.next(type);
  const length = from.next(lengthType);
  if (!(length >= 0 && length <= MAX_CORNERS)) throw damaged('a face has too few or too many corners');
  return Array.from({ length }, () => from.next(type));
}

/** In a text, an element begins on a line of its own; some programs write more behind it than the header says. */
function textValues(body: Uint8Array): Values {
  const lines = linesOf(body);
  let [words, at]: [string[], number] = [[], 0];
  return {
    begin: () => {
      words = [];
      at = 0;
    },
    next: () => {
      while (at >= words.length) {
        const { value, done } = lines.next();
        if (done) throw damaged('its end is missing');
        words = value.trim() === '' ? [] : wordsOf(value);
        at = 0;
      }
      return Number(words[at++]);
    },
  };
}

function binaryValues(body: Uint8Array, isLittle: boolean): Values {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  const next = (type: string) => {
    const [bytes, read] = TYPES[type] ?? [0, () => Number.NaN];
    if (at + bytes > body.length) throw damaged('its end is missing');
    const value = read(view, at, isLittle);
    at += bytes;
    return value;
  };
  return { begin: () => {}, next };
}
