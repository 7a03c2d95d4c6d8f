import type { DocumentIndex } from './document-index.ts';
import { WEIGHT_BITS } from './posting.ts';

/** Reads the postings of a term in the order of their documents, and can skip some. */
export class Cursor {
  readonly #parts: Uint32Array[];
  #part = 0;
  #at = 0;

  constructor(index: DocumentIndex, term: number) {
    this.#parts = [...index.parts(term)];
  }

  /** Some of the next postings of documents before `stop`. Empty: there are no more. */
  take(stop: number): Uint32Array {
    const part = this.#parts[this.#part];
    if (!part) return new Uint32Array();
    const from = this.#at;
    if (lastOf(part) < stop) {
      this.#part += 1;
      this.#at = 0;
      return part.subarray(from);
    }
    this.#at = firstFrom(part, stop, from);
    return part.subarray(from, this.#at);
  }

  /** The posting of this document, or of the next one that has the term; `undefined` if there is none. */
  seek(number: number): number | undefined {
    let part = this.#parts[this.#part];
    while (part && lastOf(part) < number) {
      this.#part += 1;
      this.#at = 0;
      part = this.#parts[this.#part];
    }
    if (!part) return undefined;
    this.#at = firstFrom(part, number, this.#at);
    return part[this.#at];
  }
}

function lastOf(part: Uint32Array): number {
  return (part[part.length - 1] ?? 0) >>> WEIGHT_BITS;
}

/** The place of the first posting of a document with this number or a higher one, found in steps that double. The last posting is such a one. */
function firstFrom(part: Uint32Array, number: number, from: number): number {
  const isBefore = (at: number) => (part[at] ?? 0) >>> WEIGHT_BITS < number;
  let [low, high] = [from, from];
  for (let step = 1; high < part.length - 1 && isBefore(high); step *= 2) {
    low = high + 1;
    high = Math.min(part.length - 1, high + step);
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
