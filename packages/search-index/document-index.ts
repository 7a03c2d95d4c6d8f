import { MAX_DOCUMENTS, MAX_WEIGHT, posting, WEIGHT_BITS } from './posting.ts';
import { enlarged, Postings } from './postings.ts';
import { readStems } from './stems.ts';

/**
 * Words and labels that the documents of one lab may add to those of the others. Each takes about 130 bytes. Further ones are
 * not indexed, so that the texts of no lab fill the memory.
 */
const MAX_ADDED = 500_000;
/** A Map takes few more. */
const MAX_NAMES = 16_000_000;
/** Frequencies are exact up to this number; above it they include deleted documents until the next compaction. */
const COUNTED = 1_000;

export interface IndexedDocument {
  /** A whole number above 0. Of documents with the same score the higher id comes first. */
  id: number;
  /** Its lab, which is a label too. */
  lab: string;
  /** What else a search can require of it. */
  labels: string[];
  /** The stems with positions and weights, as PostgreSQL's `tsvectorsend` writes them. */
  stems: Buffer;
}

/**
 * The stems and labels of all documents in memory. A document has a number; a new version of it gets a new number, and the
 * former one stays in the postings, dead, until more than a third of all numbers are dead.
 */
export class DocumentIndex {
  /** Documents that are not deleted. */
  size = 0;
  /** How often documents and terms got other numbers. */
  compactions = 0;
  #total = 0;
  #ids = new Float64Array(1_024);
  #lengths = new Float32Array(1_024);
  #next = 0;
  #numbers = new Map<number, number>();
  #stems = new Map<string, number>();
  #labels = new Map<string, number>();
  #postings = new Postings();
  /** The lab that added each term, and the number of terms of each. */
  #owners: string[] = [];
  #added = new Map<string, number>();
  readonly #maxAdded: number;

  constructor(maxAdded = MAX_ADDED) {
    this.#maxAdded = maxAdded;
  }

  /** Adds a document, or replaces its former version. */
  set({ id, lab, labels, stems }: IndexedDocument): void {
    this.remove(id);
    if (this.#next - this.size > this.size / 2 + 1_000) this.#compact();
    if (this.#next === MAX_DOCUMENTS) throw new Error('The index of search is full.');
    if (this.#next === this.#ids.length) {
      this.#ids = enlarged(this.#ids, new Float64Array(2 * this.#next));
      this.#lengths = enlarged(this.#lengths, new Float32Array(2 * this.#next));
    }
    const number = this.#next;
    let length = 0;
    readStems(stems, (stem, weight) => {
      length += weight;
      this.#add(this.#stems, stem, lab, posting(number, weight));
    });
    for (const label of [lab, ...labels]) this.#add(this.#labels, label, lab, posting(number, 0));
    this.#ids[number] = id;
    this.#lengths[number] = length;
    this.#numbers.set(id, number);
    this.#next += 1;
    this.#total += length;
    this.size += 1;
  }

  remove(id: number): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#numbers.delete(id);
    this.#total -= this.#lengths[number] ?? 0;
    this.#ids[number] = 0;
    this.size -= 1;
  }

  /** One more than the highest number of a document. */
  get end(): number {
    return this.#next;
  }

  /** The id of a document by its number; 0 if it is dead. */
  get ids(): ArrayLike<number> {
    return this.#ids;
  }

  /** The sum of the weights of all stems of a document, by its number. */
  get lengths(): ArrayLike<number> {
    return this.#lengths;
  }

  get averageLength(): number {
    return this.#total / Math.max(1, this.size);
  }

  get bytes(): number {
    return this.#postings.bytes + 12 * this.#ids.length;
  }

  numberOf(id: number): number | undefined {
    return this.#numbers.get(id);
  }

  stem(stem: string): number | undefined {
    return this.#stems.get(stem);
  }

  label(label: string): number | undefined {
    return this.#labels.get(label);
  }

  /** Postings of a stem or label, including those of dead numbers. */
  count(term: number): number {
    return this.#postings.count(term);
  }

  /** Postings of a stem or label: the number of a document, then `WEIGHT_BITS` of its weight. */
  parts(term: number): Iterable<Uint32Array> {
    return this.#postings.parts(term);
  }

  /** Number of documents with a stem. */
  documentsWith(stem: string): number {
    const term = this.#stems.get(stem);
    if (term === undefined) return 0;
    const count = this.#postings.count(term);
    if (count > COUNTED) return count;
    let documents = 0;
    for (const part of this.#postings.parts(term))
      for (const one of part) if (this.#ids[one >>> WEIGHT_BITS] !== 0) documents += 1;
    return documents;
  }

  #add(names: Map<string, number>, name: string, lab: string, value: number): void {
    let term = names.get(name);
    if (term === undefined) {
      const added = this.#added.get(lab) ?? 0;
      if (name !== lab && (added >= this.#maxAdded || names.size >= MAX_NAMES)) return;
      term = this.#owners.push(lab) - 1;
      names.set(name, term);
      this.#added.set(lab, added + 1);
    }
    this.#postings.add(term, value);
  }

  /** Numbers the documents again, without the dead ones. */
  #compact(): void {
    const numbers = new Uint32Array(this.#next);
    const [ids, lengths] = [new Float64Array(this.#ids.length), new Float32Array(this.#ids.length)];
    let next = 0;
    for (let number = 0; number < this.#next; number += 1) {
      const id = this.#ids[number] ?? 0;
      if (id === 0) continue;
      numbers[number] = next;
      ids[next] = id;
      lengths[next] = this.#lengths[number] ?? 0;
      this.#numbers.set(id, next);
      next += 1;
    }
    const [stems, labels, postings, owners] = [this.#stems, this.#labels, this.#postings, this.#owners];
    this.#stems = new Map();
    this.#labels = new Map();
    this.#postings = new Postings();
    this.#owners = [];
    this.#added = new Map();
    const copy = (from: Map<string, number>, to: Map<string, number>) => {
      for (const [name, term] of from) {
        for (const part of postings.parts(term)) {
          for (const one of part) {
            const number = one >>> WEIGHT_BITS;
            if (this.#ids[number] !== 0)
              this.#add(to, name, owners[term] ?? '', posting(numbers[number] ?? 0, one & MAX_WEIGHT));
          }
        }
      }
    };
    copy(stems, this.#stems);
    copy(labels, this.#labels);
    this.#ids = ids;
    this.#lengths = lengths;
    this.#next = next;
    this.compactions += 1;
  }
}
