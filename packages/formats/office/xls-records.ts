/** A record of a workbook of Excel 5 to 2003, with the records that continue it. */
export interface XlsRecord {
  type: number;
  view: DataView;
  /** Its own bytes, and those of the records that continue it. */
  chunks: Uint8Array[];
}

const CONTINUE = 0x3c;

/** The records from a place on, to the end of the part that begins there. */
export function* recordsOf(bytes: Uint8Array, start: number): Generator<XlsRecord> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [BEGIN, END] = [0x809, 0x0a];
  let depth = 0;
  for (let at = start; at + 4 <= bytes.length; ) {
    const type = view.getUint16(at, true);
    const chunks: Uint8Array[] = [];
    do {
      const length = view.getUint16(at + 2, true);
      chunks.push(bytes.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    } while (at + 4 <= bytes.length && view.getUint16(at, true) === CONTINUE);
    const [own = new Uint8Array(0)] = chunks;
    // A chart within a sheet begins and ends like a sheet.
    if (type === BEGIN) depth += 1;
    if (depth === 1) yield { type, view: new DataView(own.buffer, own.byteOffset, own.byteLength), chunks };
    if (type === END) depth -= 1;
    if (depth === 0) return;
  }
}

/** Reads texts, which go on in the chunk after theirs. */
export class XlsTexts {
  readonly #chunks: readonly Uint8Array[];
  readonly #decoder: TextDecoder;
  #chunk = 0;
  #at: number;

  /** `decoder`: of the texts of Excel 5 and 95; those of later versions are in Unicode. */
  constructor(chunks: readonly Uint8Array[], at: number, decoder = new TextDecoder('latin1')) {
    this.#chunks = chunks;
    this.#at = at;
    this.#decoder = decoder;
  }

  get isAtEnd(): boolean {
    return this.#chunk >= this.#chunks.length;
  }

  #byte(): number {
    while (!this.isAtEnd && this.#at >= this.#rest.length) this.#next();
    return this.#rest[this.#at++] ?? 0;
  }

  #next(): void {
    this.#chunk += 1;
    this.#at = 0;
  }

  get #rest(): Uint8Array {
    return this.#chunks[this.#chunk] ?? new Uint8Array(0);
  }

  #number(bytes: number): number {
    let value = 0;
    for (let index = 0; index < bytes; index++) value += this.#byte() * 256 ** index;
    return value;
  }

  /** Bytes in the encoding of the workbook, after their length. */
  bytes(lengthBytes: 1 | 2): string {
    const length = this.#number(lengthBytes);
    const part = this.#rest.subarray(this.#at, this.#at + length);
    this.#at += length;
    return this.#decoder.decode(part);
  }

  /** Unicode, after the number of characters; fonts and phonetic texts behind it are passed over. */
  unicode(lengthBytes: 1 | 2): string {
    let left = this.#number(lengthBytes);
    let flags = this.#byte();
    const runs = flags & 8 ? this.#number(2) : 0;
    const extra = flags & 4 ? this.#number(4) : 0;
    let text = '';
    while (left > 0 && !this.isAtEnd) {
      if (this.#at >= this.#rest.length) {
        // The characters go on in another chunk, perhaps with another width.
        this.#next();
        if (this.isAtEnd) break;
        flags = this.#byte();
        continue;
      }
      const width = flags & 1 ? 2 : 1;
      const part = this.#rest.subarray(this.#at, this.#at + left * width);
      const whole = part.subarray(0, Math.max(width, Math.floor(part.length / width) * width));
      text += new TextDecoder(width === 2 ? 'utf-16le' : 'latin1', { ignoreBOM: true }).decode(whole);
      this.#at += whole.length;
      left -= Math.ceil(whole.length / width);
    }
    this.#skip(4 * runs + extra);
    return text;
  }

  #skip(bytes: number): void {
    let left = bytes;
    while (left > 0 && !this.isAtEnd) {
      const here = Math.min(left, this.#rest.length - this.#at);
      this.#at += here;
      left -= here;
      if (left > 0) this.#next();
    }
  }
}
