import { float32Text } from '../source/float32-text.ts';

/** The type of a value: how many bytes it has, and how it is written. */
export interface Hdf5Type {
  name: string;
  /** Bytes of a value. */
  bytes: number;
  textAt: (view: DataView, at: number) => string;
  /** Of a record: its fields. */
  fields?: { name: string; type: Hdf5Type; at: number }[];
}

interface Decoded {
  type: Hdf5Type;
  /** Where its description ends. */
  end: number;
}

/** Reads a text that stands elsewhere in the file, by the 16 bytes that tell its place. */
export type TextElsewhere = (view: DataView, at: number) => string;

const MAX_DEPTH = 8;
const MAX_MEMBERS = 200;
const MAX_VALUE_BYTES = 64 * 1024;
const MAX_ITEMS = 50;

const INTEGERS = new Set([1, 2, 4, 8]);
const unknown = (what: string) => new RangeError(`The type ${what} is not read`);

/** Decodes a datatype message (HDF5 File Format Specification, IV.A.2.d). Throws a `RangeError` for what is not read. */
export function hdf5Type(file: DataView, at: number, elsewhere: TextElsewhere): Hdf5Type {
  return decode(file, at, { elsewhere, depth: 0 }).type;
}

interface Context {
  elsewhere: TextElsewhere;
  depth: number;
}

function decode(file: DataView, at: number, context: Context): Decoded {
  if (context.depth > MAX_DEPTH) throw unknown('nested deeper than the preview reads');
  const first = file.getUint8(at);
  const flags = file.getUint8(at + 1);
  const bytes = file.getUint32(at + 4, true);
  if (bytes === 0 || bytes > MAX_VALUE_BYTES) throw unknown(`of ${bytes} bytes`);
  const inner = { ...context, depth: context.depth + 1 };
  const version = first >> 4;
  const next = at + 8;
  switch (first & 0x0f) {
    case 0:
      return { type: integer(bytes, flags), end: next + 4 };
    case 1:
      return { type: float(file, next, bytes, flags), end: next + 12 };
    case 3:
      return { type: text(bytes, flags & 0x0f), end: next };
    case 4:
      return { type: hexadecimal('bit field', bytes), end: next + 4 };
    case 5:
      return { type: hexadecimal('opaque', bytes), end: next + flags };
    case 6:
      return record(file, next, { ...inner, version, bytes, count: file.getUint16(at + 1, true) });
    case 7:
      return { type: { ...plain('reference', bytes), textAt: () => 'refers to another object' }, end: next };
    case 8:
      return enumeration(file, next, { ...inner, version, bytes, count: file.getUint16(at + 1, true) });
    case 9:
      if ((flags & 0x0f) !== 1) {
        const { end } = decode(file, next, inner);
        return { type: { ...plain('variable-length list', bytes), textAt: () => '(a list)' }, end };
      }
      return {
        type: { ...plain('variable-length string', bytes), textAt: context.elsewhere },
        end: decode(file, next, inner).end,
      };
    case 10:
      return list(file, next, { ...inner, version, bytes });
    default:
      throw unknown(`of class ${first & 0x0f}`);
  }
}

const plain = (name: string, bytes: number) => ({ name, bytes });

function integer(bytes: number, flags: number): Hdf5Type {
  if (!INTEGERS.has(bytes)) throw unknown(`integer of ${bytes} bytes`);
  const isLittle = (flags & 1) === 0;
  const isSigned = (flags & 8) !== 0;
  const name = `${bytes * 8}-bit ${isSigned ? 'integer' : 'unsigned integer'}`;
  const textAt = (view: DataView, at: number) => {
    if (bytes === 8)
      return String(isSigned ? view.getBigInt64(at, isLittle) : view.getBigUint64(at, isLittle));
    if (bytes === 4) return String(isSigned ? view.getInt32(at, isLittle) : view.getUint32(at, isLittle));
    if (bytes === 2) return String(isSigned ? view.getInt16(at, isLittle) : view.getUint16(at, isLittle));
    return String(isSigned ? view.getInt8(at) : view.getUint8(at));
  };
  return { name, bytes, textAt };
}

/** Of the IEEE formats only: another size of the exponent has other values. */
function float(file: DataView, at: number, bytes: number, flags: number): Hdf5Type {
  const exponentBits = file.getUint8(at + 5);
  const isIeee = (bytes === 4 && exponentBits === 8) || (bytes === 8 && exponentBits === 11);
  const isHalf = bytes === 2 && exponentBits === 5;
  if ((!isIeee && !isHalf) || (flags & 0x40) !== 0) throw unknown(`float of ${bytes} bytes`);
  const isLittle = (flags & 1) === 0;
  const textAt = (view: DataView, place: number) => {
    if (bytes === 8) return String(view.getFloat64(place, isLittle));
    return bytes === 4
      ? float32Text(view.getFloat32(place, isLittle))
      : halfText(view.getUint16(place, isLittle));
  };
  return { ...plain(`${bytes * 8}-bit float`, bytes), textAt };
}

function halfText(bits: number): string {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = bits >> 15 ? -1 : 1;
  if (exponent === 0x1f) return String(fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY);
  return String(sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25)));
}

/** Ends with the first zero, or is filled with zeros or spaces. */
function text(bytes: number, padding: number): Hdf5Type {
  const textAt = (view: DataView, at: number) => {
    const whole = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, bytes));
    if (padding === 0) return whole.replace(/\0.*$/s, '');
    return padding === 1 ? whole.replace(/(?<!\0)\0+$/, '') : whole.trimEnd();
  };
  return { ...plain(`text of ${bytes} bytes`, bytes), textAt };
}

const hexadecimal = (name: string, bytes: number): Hdf5Type => ({
  ...plain(`${name} of ${bytes} bytes`, bytes),
  textAt(view, at) {
    const shown = Math.min(bytes, MAX_ITEMS);
    const digits = Array.from({ length: shown }, (_, index) =>
      view
        .getUint8(at + index)
        .toString(16)
        .padStart(2, '0'),
    );
    return `0x${digits.join('')}${bytes > shown ? '…' : ''}`;
  },
});

interface Members extends Context {
  version: number;
  bytes: number;
  count: number;
}

/** A name ends with a zero; before version 3 it is filled up to a multiple of 8 bytes. */
function nameAt(file: DataView, at: number, version: number): { name: string; end: number } {
  let end = at;
  while (file.getUint8(end) !== 0 && end - at < 1_000) end++;
  const name = new TextDecoder().decode(new Uint8Array(file.buffer, file.byteOffset + at, end - at));
  const length = end + 1 - at;
  return { name, end: at + (version < 3 ? Math.ceil(length / 8) * 8 : length) };
}

function record(file: DataView, start: number, { version, bytes, count, ...context }: Members): Decoded {
  if (count === 0 || count > MAX_MEMBERS) throw unknown(`of ${count} fields`);
  const offsetBytes = version < 3 ? 4 : bytes < 0x100 ? 1 : bytes < 0x10000 ? 2 : bytes < 0x1000000 ? 3 : 4;
  let end = start;
  const fields = Array.from({ length: count }, () => {
    const named = nameAt(file, end, version);
    let at = 0;
    for (let index = offsetBytes - 1; index >= 0; index--) at = at * 256 + file.getUint8(named.end + index);
    let typeAt = named.end + offsetBytes;
    let lengths: number[] = [];
    if (version === 1) {
      const axes = file.getUint8(typeAt);
      lengths = [0, 1, 2, 3].slice(0, axes).map((axis) => file.getUint32(typeAt + 12 + 4 * axis, true));
      typeAt += 28;
    }
    const decoded = decode(file, typeAt, context);
    end = decoded.end;
    const type = lengths.length === 0 ? decoded.type : arrayOf(decoded.type, lengths);
    if (at + type.bytes > bytes) throw unknown('with a field outside');
    return { name: named.name, type, at };
  });
  const textAt = (view: DataView, at: number) =>
    `{${fields.map((field) => `${field.name}: ${field.type.textAt(view, at + field.at)}`).join(', ')}}`;
  const name = fields.map((field) => `${field.name}: ${field.type.name}`).join(', ');
  return { type: { name, bytes, textAt, fields }, end };
}

function enumeration(file: DataView, start: number, { version, bytes, count, ...context }: Members): Decoded {
  const base = decode(file, start, context);
  if (count > 10 * MAX_MEMBERS || base.type.bytes !== bytes) throw unknown('with too many names');
  let end = base.end;
  const names = Array.from({ length: count }, () => {
    const named = nameAt(file, end, version);
    end = named.end;
    return named.name;
  });
  const texts = new Map(
    names.map((name, index) => [base.type.textAt(file, end + index * bytes), name] as const),
  );
  const textAt = (view: DataView, at: number) => {
    const value = base.type.textAt(view, at);
    return texts.get(value) ?? value;
  };
  const shown = names.slice(0, MAX_ITEMS).join(', ');
  const name = `one of ${shown}${names.length > MAX_ITEMS ? ', …' : ''}`;
  return { type: { name, bytes, textAt }, end: end + count * bytes };
}

function list(
  file: DataView,
  start: number,
  { version, bytes, ...context }: Omit<Members, 'count'>,
): Decoded {
  const axes = file.getUint8(start);
  if (axes > 32) throw unknown(`with ${axes} axes`);
  const lengthsAt = start + (version < 3 ? 4 : 1);
  const lengths = Array.from({ length: axes }, (_, axis) => file.getUint32(lengthsAt + 4 * axis, true));
  const base = decode(file, lengthsAt + 4 * axes * (version < 3 ? 2 : 1), context);
  const type = arrayOf(base.type, lengths);
  if (type.bytes !== bytes) throw unknown('whose list has another size');
  return { type, end: base.end };
}

function arrayOf(base: Hdf5Type, lengths: readonly number[]): Hdf5Type {
  const count = lengths.reduce((product, length) => product * length, 1);
  const bytes = count * base.bytes;
  if (!(bytes <= MAX_VALUE_BYTES)) throw unknown(`of ${bytes} bytes`);
  const textAt = (view: DataView, at: number) => {
    const shown = Array.from({ length: Math.min(count, MAX_ITEMS) }, (_, index) =>
      base.textAt(view, at + index * base.bytes),
    );
    return `[${shown.join(', ')}${count > shown.length ? ', …' : ''}]`;
  };
  return { name: `${lengths.join(' × ')} of ${base.name}`, bytes, textAt };
}
