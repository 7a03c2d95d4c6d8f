/** Numbers of one page of memory. A slice lies in one page. */
const PAGE = 1 << 18;
/** Numbers of the slices of a term, the last one of each being the address of the next slice. */
const SLICES = [3, 5, 9, 17, 33, 65, 129, 257, 513, 1_025, 2_049, 4_097];

/**
 * Lists of 32-bit numbers, one for each term (0, 1, 2, …), that grow at their ends: slices of increasing sizes in common
 * pages. A list of one number takes 12 bytes, a long one 4 bytes per number and at most 16 kB more.
 */
export class Postings {
  readonly #pages: Uint32Array[] = [];
  #used = PAGE;
  #heads = new Uint32Array(1_024);
  #tails = new Uint32Array(1_024);
  #rooms = new Uint16Array(1_024);
  #levels = new Uint8Array(1_024);
  #counts = new Uint32Array(1_024);

  count(term: number): number {
    return this.#counts[term] ?? 0;
  }

  add(term: number, value: number): void {
    if (term >= this.#counts.length) this.#grow(2 * term);
    if (this.#rooms[term] === 0) this.#append(term);
    const tail = this.#tails[term] ?? 0;
    this.#write(tail, value);
    this.#tails[term] = tail + 1;
    this.#rooms[term] = (this.#rooms[term] ?? 0) - 1;
    this.#counts[term] = this.count(term) + 1;
  }

  /** The numbers of a term in the order added, in parts of at most 4,096. Each part is a view. */
  *parts(term: number): Generator<Uint32Array> {
    let left = this.count(term);
    let at = this.#heads[term] ?? 0;
    for (let level = 0; left > 0; level += 1) {
      const size = sizeOf(level) - 1;
      const page = this.#pages[Math.floor(at / PAGE)] ?? new Uint32Array();
      const start = at % PAGE;
      yield page.subarray(start, start + Math.min(size, left));
      left -= size;
      at = page[start + size] ?? 0;
    }
  }

  get bytes(): number {
    return 4 * PAGE * this.#pages.length + 15 * this.#counts.length;
  }

  #append(term: number): void {
    const level = this.count(term) === 0 ? 0 : (this.#levels[term] ?? 0) + 1;
    const size = sizeOf(level);
    if (this.#used + size > PAGE) {
      this.#pages.push(new Uint32Array(PAGE));
      this.#used = 0;
    }
    const address = (this.#pages.length - 1) * PAGE + this.#used;
    this.#used += size;
    if (level === 0) this.#heads[term] = address;
    else this.#write(this.#tails[term] ?? 0, address);
    this.#tails[term] = address;
    this.#rooms[term] = size - 1;
    this.#levels[term] = Math.min(level, SLICES.length);
  }

  #write(address: number, value: number): void {
    const page = this.#pages[Math.floor(address / PAGE)];
    if (page) page[address % PAGE] = value;
  }

  #grow(length: number): void {
    this.#heads = enlarged(this.#heads, new Uint32Array(length));
    this.#tails = enlarged(this.#tails, new Uint32Array(length));
    this.#rooms = enlarged(this.#rooms, new Uint16Array(length));
    this.#levels = enlarged(this.#levels, new Uint8Array(length));
    this.#counts = enlarged(this.#counts, new Uint32Array(length));
  }
}

/** Copies the numbers of one typed array to the beginning of a larger one. */
export function enlarged<T extends { set(from: ArrayLike<number>): void }>(
  from: ArrayLike<number>,
  to: T,
): T {
  to.set(from);
  return to;
}

function sizeOf(level: number): number {
  return SLICES[Math.min(level, SLICES.length - 1)] ?? 0;
}
