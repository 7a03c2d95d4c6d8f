/** A row of a table: its number, and its values. */
export interface SqliteRow {
  rowid: bigint;
  values: SqliteValue[];
}

export type SqliteValue = null | bigint | number | string | Uint8Array;

const [INTERIOR, LEAF] = [5, 13];
const MAX_DEPTH = 20;
const MAX_VALUE_BYTES = 16 * 1024 * 1024;
/** As many columns as SQLite allows by default. */
const MAX_COLUMNS = 2_000;
/** How often the pages of a file are read: those of a table to list it, and to show its rows. */
const MOST_READINGS = 4;

/** Pages of an SQLite 3 database (its file format, 1.6). Throws a `RangeError` for damage. */
export class SqlitePages {
  readonly #view: DataView;
  readonly #pageBytes: number;
  /** Without what extensions keep at the end of each page. */
  readonly #usable: number;
  readonly #decoder: TextDecoder;
  readonly #mostPages: number;
  #pages = 0;

  constructor(view: DataView) {
    this.#view = view;
    const written = view.getUint16(16);
    this.#pageBytes = written === 1 ? 65_536 : written;
    this.#usable = this.#pageBytes - view.getUint8(20);
    if (this.#pageBytes < 512 || this.#usable < 480) throw new RangeError('Impossible pages');
    this.#mostPages = MOST_READINGS * Math.ceil(view.byteLength / this.#pageBytes) + 100;
    this.#decoder = new TextDecoder({ 2: 'utf-16le', 3: 'utf-16be' }[view.getUint32(56)] ?? 'utf-8');
  }

  /** Rows of a table in the order of their numbers, up to a limit, and how many there are. */
  table(root: number, most: number): { rows: SqliteRow[]; count: number } {
    const rows: SqliteRow[] = [];
    const seen = new Set<number>();
    let [count, bytes] = [0, 0];
    const read = (page: number, depth: number) => {
      const start = this.#startOf(page);
      // The first page begins with the header of the file.
      const at = start + (page === 1 ? 100 : 0);
      const kind = this.#view.getUint8(at);
      const cells = this.#view.getUint16(at + 3);
      if (++this.#pages > this.#mostPages || depth > MAX_DEPTH) throw new RangeError('Too many pages');
      if (seen.has(page)) throw new RangeError('A page is twice in a table');
      seen.add(page);
      if (kind === LEAF) {
        count += cells;
        for (let cell = 0; cell < cells && rows.length < most; cell++) {
          const row = this.#row(start, start + this.#view.getUint16(at + 8 + 2 * cell));
          bytes += row.bytes;
          // Rows may name the same bytes, and are no more than the file.
          if (bytes > this.#view.byteLength) throw new RangeError('Too many bytes');
          rows.push({ rowid: row.rowid, values: row.values });
        }
        return;
      }
      if (kind !== INTERIOR) throw new RangeError('No page of a table');
      for (let cell = 0; cell < cells; cell++)
        read(this.#view.getUint32(start + this.#view.getUint16(at + 12 + 2 * cell)), depth + 1);
      read(this.#view.getUint32(at + 8), depth + 1);
    };
    read(root, 0);
    return { rows, count };
  }

  #startOf(page: number): number {
    const start = (page - 1) * this.#pageBytes;
    if (page < 1 || start + this.#pageBytes > this.#view.byteLength) throw new RangeError('Outside the file');
    return start;
  }

  #row(page: number, at: number): SqliteRow & { bytes: number } {
    const [payload, afterPayload] = varint(this.#view, at);
    const [rowid, start] = varint(this.#view, afterPayload);
    const bytes = this.#payload(Number(payload), start);
    if (start > page + this.#pageBytes) throw new RangeError('Outside the page');
    return { rowid, values: this.#values(bytes), bytes: bytes.byteLength };
  }

  /** A long row goes on in other pages, each of which names the next. */
  #payload(length: number, start: number): DataView {
    if (!(length >= 0 && length <= MAX_VALUE_BYTES)) throw new RangeError('Too long');
    const most = this.#usable - 35;
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const kept = least + ((length - least) % (this.#usable - 4));
    const local = length <= most ? length : kept <= most ? kept : least;
    const bytes = new Uint8Array(length);
    bytes.set(new Uint8Array(this.#view.buffer, start, local));
    let next = local < length ? this.#view.getUint32(start + local) : 0;
    for (let at = local; at < length; ) {
      const page = this.#startOf(next);
      const part = Math.min(length - at, this.#usable - 4);
      bytes.set(new Uint8Array(this.#view.buffer, page + 4, part), at);
      at += part;
      next = this.#view.getUint32(page);
    }
    return new DataView(bytes.buffer);
  }

  #values(record: DataView): SqliteValue[] {
    const [headerBytes, first] = varint(record, 0);
    const values: SqliteValue[] = [];
    let at = Number(headerBytes);
    for (let next = first; next < Number(headerBytes) && values.length < MAX_COLUMNS; ) {
      const [type, after] = varint(record, next);
      next = after;
      const [value, bytes] = this.#value(record, at, Number(type));
      values.push(value);
      at += bytes;
    }
    return values;
  }

  #value(record: DataView, at: number, type: number): [SqliteValue, bytes: number] {
    if (type === 0) return [null, 0];
    if (type === 8 || type === 9) return [BigInt(type - 8), 0];
    if (type === 7) return [record.getFloat64(at), 8];
    if (type < 7) {
      const bytes = [0, 1, 2, 3, 4, 6, 8][type] ?? 0;
      let value = BigInt(record.getInt8(at));
      for (let index = 1; index < bytes; index++) value = (value << 8n) | BigInt(record.getUint8(at + index));
      return [value, bytes];
    }
    if (type < 12) throw new RangeError('Unknown type');
    const bytes = Math.floor((type - 12) / 2);
    const content = new Uint8Array(record.buffer, at, bytes);
    return [type % 2 === 0 ? content : this.#decoder.decode(content), bytes];
  }
}

/** A whole number in one to nine bytes. */
function varint(view: DataView, at: number): [value: bigint, next: number] {
  let value = 0n;
  for (let index = 0; index < 8; index++) {
    const byte = view.getUint8(at + index);
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [value, at + index + 1];
  }
  return [BigInt.asIntN(64, (value << 8n) | BigInt(view.getUint8(at + 8))), at + 9];
}
