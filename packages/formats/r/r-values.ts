/** A value of R as it is serialized. */
export interface RValue {
  kind: RKind;
  length: number;
  /** Of numbers and texts. */
  textAt: (index: number) => string;
  /** Of lists. */
  items: RValue[];
  /** Of lists: their names, if the serialization has them beside the items. */
  tags: string[];
  attributes: ReadonlyMap<string, RValue>;
}

type RKind =
  | 'null'
  | 'logical'
  | 'integer'
  | 'double'
  | 'complex'
  | 'character'
  | 'raw'
  | 'list'
  | 'symbol'
  | 'S4'
  | 'other';

const MAX_DEPTH = 200;
/** Without the texts of a vector, which are kept as their places. */
const MAX_VALUES = 4_000_000;
const TEXT = 9;
const NONE: ReadonlyMap<string, RValue> = new Map();
const NA_INTEGER = -(2 ** 31);
/** The lower half of the bits of R's NA; other numbers that are none are NaN. */
const NA_BITS = 1954;

const madeOf = (kind: RKind, facts: Partial<RValue> = {}): RValue => ({
  ...{ kind, length: 0, textAt: () => '', items: [], tags: [], attributes: NONE },
  ...facts,
});
const NULL = madeOf('null');

const VECTORS: Readonly<Record<number, [kind: RKind, bytes: number]>> = {
  10: ['logical', 4],
  13: ['integer', 4],
  14: ['double', 8],
  15: ['complex', 16],
  24: ['raw', 1],
};

/** Reads what R's `serialize` wrote in XDR (R Internals, 1.8). Throws a `RangeError` for damage, and for what only R reads. */
export class RReader {
  readonly #view: DataView;
  #at: number;
  readonly #references: RValue[] = [];
  #count = 0;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  /** The value after the header, which tells the version. */
  read(): RValue {
    const version = this.#int();
    this.#at += 8;
    if (version === 3) this.#skip(this.#int());
    else if (version !== 2) throw new RangeError('Another version');
    return this.#item(0);
  }

  #item(depth: number): RValue {
    if (depth > MAX_DEPTH || ++this.#count > MAX_VALUES)
      throw new RangeError('Nested too deep, or too many values');
    const flags = this.#int();
    const type = flags & 0xff;
    const hasAttributes = (flags & 0x200) !== 0;
    const vector = VECTORS[type];
    if (vector) return this.#vector(vector, hasAttributes, depth);
    switch (type) {
      case 1:
        return this.#referable(madeOf('symbol', { textAt: this.#item(depth + 1).textAt, length: 1 }));
      case 2:
      case 3:
      case 5:
      case 6:
      case 17:
      case 239:
      case 240:
        return this.#pairs(flags, depth);
      case 4:
        return this.#environment(depth);
      case 9:
        return this.#characters();
      case 16:
        return this.#texts(hasAttributes, depth);
      case 19:
      case 20:
        return this.#list(hasAttributes, depth);
      case 25:
        return madeOf('S4', { attributes: this.#attributes(depth) });
      case 238:
        return this.#alternative(depth);
      case 255:
        return this.#references[(flags >>> 8 || this.#int()) - 1] ?? NULL;
      default:
        return this.#special(type, hasAttributes, depth);
    }
  }

  /** What has no values. */
  #special(type: number, hasAttributes: boolean, depth: number): RValue {
    if (type === 7 || type === 8) {
      this.#skip(this.#int());
      return madeOf('other');
    }
    if (type === 22 || type === 23) {
      const value = this.#referable(madeOf('other'));
      if (type === 22) {
        this.#item(depth + 1);
        this.#item(depth + 1);
      }
      if (hasAttributes) this.#item(depth + 1);
      return value;
    }
    if (type === 248 || type === 249 || type === 250) {
      this.#int();
      const count = this.#int();
      for (let index = 0; index < count; index++) this.#item(depth + 1);
      return this.#referable(madeOf('other'));
    }
    if (type === 254) return NULL;
    if (type >= 241 && type <= 253) return madeOf('other');
    throw new RangeError(`Type ${type} is not read`);
  }

  #referable(value: RValue): RValue {
    this.#references.push(value);
    return value;
  }

  #environment(depth: number): RValue {
    const value = this.#referable(madeOf('other'));
    this.#int();
    for (let part = 0; part < 4; part++) this.#item(depth + 1);
    return value;
  }

  /** Pairs of a value and the rest, with a name each. Also functions and calls, which have the same form. */
  #pairs(first: number, depth: number): RValue {
    const [items, tags]: [RValue[], string[]] = [[], []];
    const isList = (first & 0xff) === 2;
    for (let flags = first; ; flags = this.#int()) {
      const type = flags & 0xff;
      if (type === 254) break;
      if (![2, 3, 5, 6, 17, 239, 240].includes(type)) {
        // The rest is no pair.
        this.#at -= 4;
        this.#item(depth + 1);
        break;
      }
      if ((flags & 0x200) !== 0 || type >= 239) this.#item(depth + 1);
      tags.push((flags & 0x400) !== 0 ? this.#item(depth + 1).textAt(0) : '');
      items.push(this.#item(depth + 1));
      if (++this.#count > MAX_VALUES) throw new RangeError('Too many values');
    }
    return isList ? madeOf('list', { items, tags, length: items.length }) : madeOf('other');
  }

  #attributes(depth: number): ReadonlyMap<string, RValue> {
    const { items, tags } = this.#item(depth + 1);
    return new Map(items.map((item, index) => [tags[index] ?? '', item]));
  }

  #vector([kind, bytes]: [RKind, number], hasAttributes: boolean, depth: number): RValue {
    const length = this.#length();
    const start = this.#at;
    this.#skip(length * bytes);
    const textAt = (index: number) => this.#textOf(kind, start + index * bytes);
    return madeOf(kind, { length, textAt, attributes: hasAttributes ? this.#attributes(depth) : NONE });
  }

  #textOf(kind: RKind, at: number): string {
    switch (kind) {
      case 'raw':
        return this.#view.getUint8(at).toString(16).padStart(2, '0');
      case 'double':
        return doubleText(this.#view, at);
      case 'complex': {
        const imaginary = doubleText(this.#view, at + 8);
        return `${doubleText(this.#view, at)}${imaginary.startsWith('-') ? '' : '+'}${imaginary}i`;
      }
      default: {
        const value = this.#view.getInt32(at);
        if (value === NA_INTEGER) return 'NA';
        if (kind === 'integer') return String(value);
        return value === 0 ? 'FALSE' : 'TRUE';
      }
    }
  }

  #characters(): RValue {
    const at = this.#at;
    const length = this.#int();
    if (length !== -1) this.#skip(length);
    return madeOf('character', { length: 1, textAt: () => this.#textIn(at) });
  }

  #texts(hasAttributes: boolean, depth: number): RValue {
    const length = this.#length();
    // Each has its kind and its length.
    if (length > (this.#view.byteLength - this.#at) / 8) throw new RangeError('Outside the file');
    const places = new Uint32Array(length);
    for (let index = 0; index < length; index++) {
      if ((this.#int() & 0xff) !== TEXT) throw new RangeError('No text');
      places[index] = this.#at;
      const bytes = this.#int();
      if (bytes !== -1) this.#skip(bytes);
    }
    const attributes = hasAttributes ? this.#attributes(depth) : NONE;
    const textAt = (index: number) => (index < length ? this.#textIn(places[index] ?? 0) : '');
    return madeOf('character', { length, textAt, attributes });
  }

  /** A text whose length stands at a place. */
  #textIn(at: number): string {
    const length = this.#view.getInt32(at);
    if (length === -1) return 'NA';
    return new TextDecoder().decode(
      new Uint8Array(this.#view.buffer, this.#view.byteOffset + at + 4, length),
    );
  }

  #list(hasAttributes: boolean, depth: number): RValue {
    const length = this.#length();
    if (length > this.#view.byteLength) throw new RangeError('Outside the file');
    const items = Array.from({ length }, () => this.#item(depth + 1));
    return madeOf('list', { length, items, attributes: hasAttributes ? this.#attributes(depth) : NONE });
  }

  /** Short forms of vectors: sequences, numbers that are texts, and wrapped vectors. */
  #alternative(depth: number): RValue {
    const name = this.#item(depth + 1).items[0]?.textAt(0) ?? '';
    const state = this.#item(depth + 1);
    const { items, tags } = this.#item(depth + 1);
    const attributes = new Map(items.map((item, index) => [tags[index] ?? '', item]));
    if (name === 'compact_intseq' || name === 'compact_realseq') {
      const [length = 0, start = 0, step = 0] = [0, 1, 2].map((index) => Number(state.textAt(index)));
      const kind = name === 'compact_intseq' ? 'integer' : 'double';
      return madeOf(kind, { length, textAt: (index) => String(start + index * step), attributes });
    }
    const [inner] = state.items;
    if (name === 'deferred_string' && inner) return { ...inner, kind: 'character', attributes };
    if (name.startsWith('wrap_') && inner)
      return { ...inner, attributes: new Map([...inner.attributes, ...attributes]) };
    throw new RangeError(`${name} is not read`);
  }

  #length(): number {
    const length = this.#int();
    if (length >= 0) return length;
    if (length !== -1) throw new RangeError('A length is negative');
    return this.#int() * 2 ** 32 + (this.#int() >>> 0);
  }

  #skip(bytes: number): void {
    if (!(bytes >= 0 && this.#at + bytes <= this.#view.byteLength)) throw new RangeError('Outside the file');
    this.#at += bytes;
  }

  #int(): number {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4);
  }
}

function doubleText(view: DataView, at: number): string {
  const value = view.getFloat64(at);
  if (!Number.isNaN(value))
    return value === Number.POSITIVE_INFINITY
      ? 'Inf'
      : value === Number.NEGATIVE_INFINITY
        ? '-Inf'
        : String(value);
  return view.getUint32(at + 4) === NA_BITS ? 'NA' : 'NaN';
}
