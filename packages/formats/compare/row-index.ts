import { UnreadableFileError } from '../source/unreadable-file-error.ts';

export interface TableShape {
  /** One byte. */
  separator: number;
  /** Number of each column in a row's hash, by its place; `0`: not part of it. Equal for both versions. */
  columns: Uint32Array;
  /** Place of the key; `null` without a key. */
  key: number | null;
}

/** The rows of a table, without their content. */
export interface RowIndex {
  count: number;
  /** Two hashes of 32 bits per row. They depend on values and columns, and not on quotes or the order of columns. */
  rows: Uint32Array;
  /** The same of the key. */
  keys: Uint32Array;
  /** Where each row begins, in bytes. Its last element is where the last row ends. */
  starts: Float64Array;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;
const CHUNK = 4 * 1024 * 1024;
const MAX_ROWS = 5_000_000;
/** The table of keys uses this place if it is empty. */
const NONE = -1;

/** Hashes of a comparison. Random, so that nobody can prepare two rows with equal hashes. */
export const randomSeeds = (): Uint32Array => crypto.getRandomValues(new Uint32Array(2));

/**
 * Reads a table, or the rows between two places, in chunks and keeps 24 bytes per row. The rules are those of `parseDelimited`: quotes at the beginning of
 * a value, doubled quotes, line breaks within quotes.
 */
export async function indexRows(
  table: Blob,
  shape: TableShape,
  seeds: Uint32Array,
  { from: first, to }: { from: number; to: number } = { from: 0, to: table.size },
): Promise<RowIndex> {
  const { separator, columns, key } = shape;
  const [seed1 = 0, seed2 = 0] = seeds;
  let capacity = 1 << 10;
  let rows = new Uint32Array(capacity * 2);
  let keys = new Uint32Array(capacity * 2);
  let starts = new Float64Array(capacity + 1);
  let count = 0;
  let start = first;
  let column = 0;
  let isQuoted = false;
  let wasQuote = false;
  let isEmpty = true;
  let wasCr = false;
  let [h1, h2] = [seed1, seed2];
  let [row1, row2] = [0, 0];
  let [key1, key2] = [0, 0];

  const endField = () => {
    const id = columns[column] ?? column + 1;
    if (column === key) [key1, key2] = [mix(h1), mix(h2)];
    // A sum, so that the order of columns is irrelevant. An absent value equals an empty one.
    if (id !== 0 && !(h1 === seed1 && h2 === seed2)) {
      row1 = (row1 + mix(h1 ^ Math.imul(id, 0x9e3779b1))) >>> 0;
      row2 = (row2 + mix(h2 ^ Math.imul(id, 0x85ebca77))) >>> 0;
    }
    column += 1;
    h1 = seed1;
    h2 = seed2;
    isEmpty = true;
    wasQuote = false;
  };
  const endRow = (next: number) => {
    const isBlank = column === 0 && isEmpty && !wasQuote;
    endField();
    if (!isBlank) {
      if (count === MAX_ROWS) throw new UnreadableFileError('The table has more than 5,000,000 rows.');
      if (count === capacity) {
        capacity *= 2;
        rows = grown(rows, new Uint32Array(capacity * 2));
        keys = grown(keys, new Uint32Array(capacity * 2));
        starts = grown(starts, new Float64Array(capacity + 1));
      }
      rows[count * 2] = row1;
      rows[count * 2 + 1] = row2;
      keys[count * 2] = key1;
      keys[count * 2 + 1] = key2;
      starts[count] = start;
      count += 1;
    }
    start = next;
    column = 0;
    row1 = row2 = key1 = key2 = 0;
  };

  const isPlain = new Uint8Array(256).fill(1);
  for (const byte of [QUOTE, LF, CR, separator]) isPlain[byte] = 0;
  for (let from = first; from < to; from += CHUNK) {
    const bytes = new Uint8Array(await table.slice(from, Math.min(from + CHUNK, to)).arrayBuffer());
    for (let at = from === 0 ? lengthOfMark(bytes) : 0; at < bytes.length; at++) {
      // Most bytes are part of a value. Variables of this block are faster than those that the functions above use.
      let [next, hash1, hash2] = [at, h1, h2];
      for (; next < bytes.length && isPlain[bytes[next] as number]; next++) {
        hash1 = Math.imul(hash1 ^ (bytes[next] as number), 0x01000193);
        hash1 ^= hash1 >>> 15;
        hash2 = Math.imul(hash2 ^ (bytes[next] as number), 0x5bd1e995);
        hash2 ^= hash2 >>> 13;
      }
      if (next > at) {
        [h1, h2] = [hash1, hash2];
        wasCr = wasQuote = isEmpty = false;
        if (next === bytes.length) break;
        at = next;
      }
      const byte = bytes[at] as number;
      const followsCr = wasCr;
      wasCr = false;
      if (isQuoted) {
        if (byte === QUOTE) {
          isQuoted = false;
          wasQuote = true;
          continue;
        }
      } else if (byte === QUOTE && wasQuote) {
        // A doubled quote is a quote.
        isQuoted = true;
        wasQuote = false;
      } else if (byte === QUOTE && isEmpty) {
        isQuoted = true;
        isEmpty = false;
        continue;
      } else if (byte === separator) {
        endField();
        continue;
      } else if (byte === LF || byte === CR) {
        if (byte === LF && followsCr) start = from + at + 1;
        else endRow(from + at + 1);
        wasCr = byte === CR;
        continue;
      }
      wasQuote = false;
      isEmpty = false;
      h1 = Math.imul(h1 ^ byte, 0x01000193);
      h1 ^= h1 >>> 15;
      h2 = Math.imul(h2 ^ byte, 0x5bd1e995);
      h2 ^= h2 >>> 13;
    }
  }
  if (start < to) endRow(to);
  starts[count] = to;
  return { count, rows, keys, starts };
}

/** A lookup of rows by their key; `null` if two rows have one key. */
export function lookupKeys({ count, keys }: RowIndex): ((key1: number, key2: number) => number) | null {
  let size = 4;
  while (size < count * 2) size *= 2;
  const places = new Int32Array(size).fill(NONE);
  const placeOf = (key1: number, key2: number) => {
    let place = (key1 ^ (key2 << 1)) & (size - 1);
    for (let row = places[place] as number; row !== NONE; row = places[place] as number) {
      if (keys[row * 2] === key1 && keys[row * 2 + 1] === key2) return place;
      place = (place + 1) & (size - 1);
    }
    return place;
  };
  for (let row = 0; row < count; row++) {
    const place = placeOf(keys[row * 2] as number, keys[row * 2 + 1] as number);
    if (places[place] !== NONE) return null;
    places[place] = row;
  }
  return (key1, key2) => places[placeOf(key1, key2)] as number;
}

/** Length of the byte order mark. */
export const lengthOfMark = ([one, two, three]: Uint8Array) =>
  one === 0xef && two === 0xbb && three === 0xbf ? 3 : 0;

/** Finalizer of MurmurHash3: every bit of the input changes half of the output. */
function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function grown<List extends Uint32Array | Float64Array>(from: List, to: List): List {
  to.set(from);
  return to;
}
