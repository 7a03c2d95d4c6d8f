import { lengthOfMark } from './row-index.ts';

/** Where two tables differ, in bytes. What comes before and after is the same in both and ends with whole rows. */
export interface DifferingRows {
  /** Rows before `from`, the header included. */
  rowsBefore: number;
  from: number;
  formerEnd: number;
  laterEnd: number;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;
const CHUNK = 4 * 1024 * 1024;

/** Finds the rows in which two tables differ: most versions change few rows, and comparing bytes is fastest. */
export async function findDifferingRows(
  former: Blob,
  later: Blob,
  separator: number,
): Promise<DifferingRows> {
  const shorter = Math.min(former.size, later.size);
  const start = new RowEnds(separator, 0);
  let isSame = true;
  for (let at = 0; isSame && at < shorter; at += CHUNK) {
    const [one, other] = await bytesOf(former, later, at, Math.min(at + CHUNK, shorter));
    const same = sameAtStart(one, other);
    isSame = same === one.length;
    start.read(one.subarray(0, same), at, at === 0 ? lengthOfMark(one) : 0);
  }
  const { rows: rowsBefore, end: from } = start;
  const whole = { rowsBefore, from, formerEnd: former.size, laterEnd: later.size };

  const same = await sameBytesAtEnd(former, later, shorter - from);
  // Where a row ends is known only by reading up to it, which costs more than it spares if little is the same.
  if (same < shorter - from - same) return whole;
  const formerEnd = await rowEndFrom(former, former.size - same, from, separator);
  const laterEnd = await rowEndFrom(later, later.size - same, from, separator);
  return former.size - formerEnd === later.size - laterEnd
    ? { rowsBefore, from, formerEnd, laterEnd }
    : whole;
}

/** Follows the ends of rows, by the rules of `parseDelimited`. */
class RowEnds {
  /** Rows so far that are not blank. */
  rows = 0;
  /** Where the last row ended. */
  end: number;
  private readonly separator: number;
  private isQuoted = false;
  private wasQuote = false;
  private isFieldEmpty = true;
  private isRowEmpty = true;

  constructor(separator: number, at: number) {
    this.separator = separator;
    this.end = at;
  }

  /**
   * @param place of these bytes in the table
   * @param stop ends after the first row that ends here or later
   */
  read(bytes: Uint8Array, place: number, first = 0, stop = Number.POSITIVE_INFINITY): void {
    let { rows, end, isQuoted, wasQuote, isFieldEmpty, isRowEmpty } = this;
    for (let at = first; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isQuoted) {
        if (byte === QUOTE) {
          isQuoted = false;
          wasQuote = true;
        }
      } else if (byte === LF || byte === CR) {
        if (!isRowEmpty) rows += 1;
        end = place + at + 1;
        wasQuote = false;
        isFieldEmpty = isRowEmpty = true;
        if (end >= stop) break;
      } else {
        isQuoted = byte === QUOTE && (wasQuote || isFieldEmpty);
        wasQuote = false;
        isFieldEmpty = byte === this.separator;
        isRowEmpty = false;
      }
    }
    Object.assign(this, { rows, end, isQuoted, wasQuote, isFieldEmpty, isRowEmpty });
  }
}

/** Where the first row ends that ends at `stop` or later; the size of the table if none does. */
async function rowEndFrom(table: Blob, stop: number, from: number, separator: number): Promise<number> {
  const ends = new RowEnds(separator, from);
  for (let at = from; ends.end < stop && at < table.size; at += CHUNK) {
    ends.read(new Uint8Array(await table.slice(at, at + CHUNK).arrayBuffer()), at, 0, stop);
  }
  return ends.end < stop ? table.size : ends.end;
}

function sameAtStart(one: Uint8Array, other: Uint8Array): number {
  const words = one.length >> 2;
  const [a, b] = [new Int32Array(one.buffer, 0, words), new Int32Array(other.buffer, 0, words)];
  let word = 0;
  while (word < words && a[word] === b[word]) word++;
  let at = word << 2;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Bytes at the ends of both tables that are the same, at most `most`. */
async function sameBytesAtEnd(former: Blob, later: Blob, most: number): Promise<number> {
  for (let same = 0; same < most; same += CHUNK) {
    const length = Math.min(CHUNK, most - same);
    const [one, other] = await Promise.all(
      [former, later].map((table) =>
        table.slice(table.size - same - length, table.size - same).arrayBuffer(),
      ),
    );
    const [a, b] = [new Uint8Array(one as ArrayBuffer), new Uint8Array(other as ArrayBuffer)];
    let at = length;
    while (at > 0 && a[at - 1] === b[at - 1]) at--;
    if (at > 0) return same + length - at;
  }
  return most;
}

async function bytesOf(former: Blob, later: Blob, from: number, to: number) {
  const read = async (table: Blob) => new Uint8Array(await table.slice(from, to).arrayBuffer());
  return await Promise.all([read(former), read(later)]);
}
