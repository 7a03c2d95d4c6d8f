import { BestDocuments } from './best-documents.ts';
import { MAX_SHARE, shareOf } from './bm25.ts';
import { Cursor } from './cursor.ts';
import type { DocumentIndex } from './document-index.ts';
import { WEIGHT_BITS } from './posting.ts';

/** Documents that are ranked together: their scores fit into a cache of the processor. */
const WINDOW = 32_768;
/** Room for the rounding of 32-bit scores. */
const ROUNDING = 1.000_01;
/** A term with fewer postings is taken to have the highest share that there can be. */
const KNOWN_FROM = 2_000;

/** What is read of the index for one group of stems. */
export interface Step {
  terms: number[];
  postings: number;
  rarity: number;
}

/** What the name of a lab adds to the scores of its documents that are hits. */
export interface NamedLab {
  /** The term of its label. */
  label: number;
  score: number;
}

/** The postings of a term, and what one adds to a score. */
interface WeightedCursor {
  cursor: Cursor;
  rarity: number;
  perLength: number;
}

/** The highest share of a rarity that a document has from a term. */
interface Highest {
  share: number;
  /** Postings that were looked at. */
  postings: number;
  perLength: number;
}

/**
 * Finds the best documents without reading everything. Once some are found that the more frequent words alone cannot reach, these
 * words are looked up only for documents that the rarer ones find (MaxScore; Turtle and Flood, 1995).
 */
export class MaxScore {
  readonly #index: DocumentIndex;
  readonly #window: number;
  /** Of the documents of a window, by their place in it. */
  readonly #scores: Float32Array;
  /** Places of the documents that can be among the best. */
  readonly #hits: Uint32Array;
  #count = 0;
  #highest = new Map<number, Highest>();
  #compactions = 0;

  /** @param window a multiple of 16 */
  constructor(index: DocumentIndex, window = WINDOW) {
    this.#index = index;
    this.#window = window;
    this.#scores = new Float32Array(window);
    this.#hits = new Uint32Array(window);
  }

  /**
   * @param steps the rarest first
   * @param perLength see `perLengthOf`
   * @param places maximum number of documents
   * @returns ids, the best first
   */
  best(steps: Step[], labs: NamedLab[], perLength: number, places: number): number[] {
    const { end, ids } = this.#index;
    const best = new BestDocuments(places);
    const bounds = this.#bounds(steps, labs, perLength);
    const readers = steps.map(({ terms, rarity }) =>
      terms.map((term) => ({ cursor: new Cursor(this.#index, term), rarity, perLength })),
    );
    const labReaders = labs.map(({ label, score }) => ({ cursor: new Cursor(this.#index, label), score }));
    // The first windows are small: after a few documents, most others need not be looked at.
    let size = this.#window / 16;
    for (let start = 0; start < end; ) {
      const stop = start + size;
      const least = (best.least() ?? 0) / ROUNDING;
      // The steps from this one on cannot make a document one of the best.
      const rest = bounds.findIndex((bound) => bound < least);
      if (rest === 0) break;
      const read = readers.slice(0, rest === -1 ? steps.length : rest);
      this.#read(read.flat(), start, stop, least - (bounds[read.length] ?? 0));
      readers.slice(read.length).forEach((step, at) => {
        for (const reader of step) this.#addToHits(reader, start);
        this.#keep(least - (bounds[read.length + at + 1] ?? 0));
      });
      for (const { cursor, score } of labReaders) this.#addLab(cursor, score, start);
      for (let at = 0; at < this.#count; at += 1) {
        const hit = this.#hits[at] ?? 0;
        const id = ids[start + hit] ?? 0;
        if (id !== 0) best.offer(id, this.#scores[hit] ?? 0);
        this.#scores[hit] = 0;
      }
      start = stop;
      size = Math.min(this.#window, 2 * size);
    }
    return best.ids();
  }

  /** More than the steps from each place on can add to a score, with the names of labs. */
  #bounds(steps: Step[], labs: NamedLab[], perLength: number): number[] {
    if (this.#compactions !== this.#index.compactions) {
      this.#highest = new Map();
      this.#compactions = this.#index.compactions;
    }
    let bound = ROUNDING * labs.reduce((sum, { score }) => sum + score, 0);
    const bounds = [bound];
    for (const { terms, rarity } of steps.toReversed()) {
      for (const term of terms) bound += ROUNDING * rarity * this.#highestShare(term, perLength);
      bounds.unshift(bound);
    }
    return bounds;
  }

  /** Reads only postings that are new since the last time. */
  #highestShare(term: number, perLength: number): number {
    const postings = this.#index.count(term);
    if (postings < KNOWN_FROM) return MAX_SHARE;
    const known = this.#highest.get(term) ?? { share: 0, postings: 0, perLength };
    // Where documents became longer on average, each is worth more.
    let share = known.share * Math.max(1, known.perLength / perLength);
    let before = known.postings;
    if (before < postings) {
      const { lengths } = this.#index;
      for (const part of this.#index.parts(term)) {
        for (let at = Math.min(before, part.length); at < part.length; at += 1) {
          const posting = part[at] ?? 0;
          share = Math.max(share, shareOf(posting, lengths[posting >>> WEIGHT_BITS] ?? 0, perLength));
        }
        before = Math.max(0, before - part.length);
      }
    }
    this.#highest.set(term, { share, postings, perLength });
    return share;
  }

  /** Finds the documents with any of these terms and at least the wanted score, in their order. */
  #read(readers: WeightedCursor[], start: number, stop: number, wanted: number): void {
    this.#count = 0;
    const [first, ...others] = readers;
    if (!first) return;
    this.#addAll(first, start, stop, others.length > 0 ? 0 : wanted);
    if (others.length === 0) return;
    for (const reader of others) this.#addAll(reader, start, stop, 0);
    this.#keep(wanted);
    this.#hits.subarray(0, this.#count).sort();
  }

  #addAll({ cursor, rarity, perLength }: WeightedCursor, start: number, stop: number, wanted: number): void {
    const { lengths } = this.#index;
    const [scores, hits] = [this.#scores, this.#hits];
    let count = this.#count;
    for (let part = cursor.take(stop); part.length > 0; part = cursor.take(stop)) {
      for (let at = 0; at < part.length; at += 1) {
        const posting = part[at] ?? 0;
        const number = posting >>> WEIGHT_BITS;
        const added = rarity * shareOf(posting, lengths[number] ?? 0, perLength);
        if (added < wanted) continue;
        const hit = number - start;
        const score = scores[hit] ?? 0;
        if (score === 0) {
          hits[count] = hit;
          count += 1;
        }
        scores[hit] = score + added;
      }
    }
    this.#count = count;
  }

  #addToHits({ cursor, rarity, perLength }: WeightedCursor, start: number): void {
    const { lengths } = this.#index;
    for (let at = 0; at < this.#count; at += 1) {
      const hit = this.#hits[at] ?? 0;
      const number = start + hit;
      const posting = cursor.seek(number);
      if (posting === undefined) return;
      if (posting >>> WEIGHT_BITS !== number) continue;
      const added = rarity * shareOf(posting, lengths[number] ?? 0, perLength);
      this.#scores[hit] = (this.#scores[hit] ?? 0) + added;
    }
  }

  #addLab(cursor: Cursor, score: number, start: number): void {
    for (let at = 0; at < this.#count; at += 1) {
      const hit = this.#hits[at] ?? 0;
      const posting = cursor.seek(start + hit);
      if (posting === undefined) return;
      if (posting >>> WEIGHT_BITS === start + hit) this.#scores[hit] = (this.#scores[hit] ?? 0) + score;
    }
  }

  /** Drops hits with a lower score, and keeps the order of the others. */
  #keep(least: number): void {
    const [scores, hits] = [this.#scores, this.#hits];
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const hit = hits[at] ?? 0;
      if ((scores[hit] ?? 0) < least) scores[hit] = 0;
      else {
        hits[count] = hit;
        count += 1;
      }
    }
    this.#count = count;
  }
}
