import { BestDocuments } from './best-documents.ts';
import { type DocumentIndex, MAX_WEIGHT, WEIGHT_BITS } from './document-index.ts';
import { labelOf } from './labels.ts';
import { WEIGHT_OF_WORD } from './stems.ts';

/** The usual parameters of BM25: saturation of frequent stems, high because titles count more, and how much a long document is worth less. */
const K1 = 2;
const B = 0.75;
/** Score of a word in the name of the lab, relative to its rarity. */
const LAB_NAME = 0.4;
/** A score below that of any word. */
const LEAST = 1e-30;
/** Maximum number of postings that one search reads, the rarest words first. Two frequent words of a million documents have fewer. */
const MAX_POSTINGS = 3_000_000;
/** Maximum number of hits. */
const MAX_HITS = 2_000;
/** A word with fewer postings is read whole: that takes no longer than finding out whether it must be. */
const CUT_FROM = 2_000;
/** The constant of reciprocal rank fusion. */
const FUSION = 60;

/** Stems that stand for a word of the prompt: its own, or completions or corrections. */
export interface StemGroup {
  stems: string[];
  /** How much of the score of the word they are worth. */
  share: number;
}

/** A word of a prompt. */
export interface SoughtWord {
  groups: StemGroup[];
  /** Labs with the word in their name. */
  labs: string[];
}

/** Documents with any of these labels, or any of these documents. */
export interface Requirement {
  labels: string[];
  documents: number[];
}

export interface RankQuestion {
  words: SoughtWord[];
  /** Labs whose documents are hits without any word in them. */
  wholeLabs: string[];
  /** All must be met. */
  requirements: Requirement[];
  /** Ids of documents with a similar meaning, nearest first. */
  similar: number[];
  offset: number;
  limit: number;
}

export interface RankAnswer {
  documentIds: number[];
  totalCount: number;
}

/** What is read of the index for one group of stems. */
interface Step {
  terms: number[];
  postings: number;
  rarity: number;
}

/** Ranks documents by BM25. Keeps its arrays, which are as long as the index, between searches. */
export class WordRanking {
  readonly #index: DocumentIndex;
  readonly #maxPostings: number;
  #scores = new Float32Array(0);
  #met = new Uint16Array(0);
  #touched = new Uint32Array(0);
  #count = 0;
  /** Postings that the search may still read. */
  #left = 0;
  /** What a unit of a document's length adds to the denominator of BM25. */
  #perLength = 0;

  constructor(index: DocumentIndex, maxPostings = MAX_POSTINGS) {
    this.#index = index;
    this.#maxPostings = maxPostings;
  }

  /** A page of the documents with any word of the prompt, or with a similar meaning. */
  rank({ words, wholeLabs, requirements, similar, offset, limit }: RankQuestion): RankAnswer {
    const index = this.#index;
    this.#reset(requirements.length);
    this.#left = this.#maxPostings;
    requirements.forEach((requirement, before) => {
      this.#require(requirement, before);
    });
    const steps = this.#steps(words);
    const labScores = this.#labScores(words);
    // Where all hits must be known, all postings are read.
    const mayStop = requirements.length === 0 && similar.length === 0 && wholeLabs.length === 0;
    let isCut = false;
    for (const [at, step] of steps.entries()) {
      isCut ||= mayStop && this.#cut(steps.slice(at), labScores, offset + limit);
      if (isCut) this.#addToHits(step);
      else this.#addStems(step);
    }
    for (const lab of wholeLabs) this.#addWholeLab(lab);
    for (const [lab, score] of labScores) this.#addLab(lab, score);

    const nearest = similar.filter((id) => this.#isMet(index.numberOf(id), requirements.length));
    const best = new BestDocuments(nearest.length > 0 ? MAX_HITS : Math.min(MAX_HITS, offset + limit));
    let found = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const number = this.#touched[at] ?? 0;
      const score = this.#scores[number] ?? 0;
      if (score > 0 && this.#isMet(number, requirements.length)) {
        found += 1;
        best.offer(index.ids[number] ?? 0, score);
      }
      this.#scores[number] = 0;
    }
    this.#count = 0;
    if (isCut) found = MAX_HITS;
    const byWords = best.ids();
    if (nearest.length === 0)
      return { documentIds: byWords.slice(offset, offset + limit), totalCount: Math.min(found, MAX_HITS) };
    const fused = fuse(byWords, nearest);
    return { documentIds: fused.slice(offset, offset + limit), totalCount: fused.length };
  }

  /** The newest documents with all of these stems, at most; the caller compares the words again. */
  withAll(stems: string[], limit: number): number[] {
    const index = this.#index;
    const terms = stems.map((stem) => index.stem(stem));
    terms.sort((a, b) => this.#countOf(a) - this.#countOf(b));
    if (terms.includes(undefined)) return [];
    this.#reset(terms.length);
    this.#left = this.#maxPostings;
    const read = terms.filter((term) => this.#isAffordable(this.#countOf(term)));
    read.forEach((term, before) => {
      this.#each(term, (number) => this.#meet(number, before));
    });
    const best = new BestDocuments(limit);
    this.#each(read[0], (number) => {
      if (this.#isMet(number, read.length)) best.offer(index.ids[number] ?? 0, 0);
    });
    return best.ids();
  }

  /** What to read, the rarest first, as far as the limit allows. */
  #steps(words: SoughtWord[]): Step[] {
    const { size } = this.#index;
    const steps = words.flatMap((word) =>
      word.groups.map(({ stems, share }) => {
        const terms = stems.flatMap((stem) => this.#index.stem(stem) ?? []);
        const postings = this.#documentsWith(stems);
        // Of completions and corrections, those that hardly any document has are not worth more.
        const documents = share < 1 ? Math.max(postings, size / 50) : postings;
        return { terms, postings, rarity: share * rarity(size, documents) };
      }),
    );
    steps.sort((a, b) => a.postings - b.postings);
    return steps.filter(({ postings }) => this.#isAffordable(postings));
  }

  #addStems({ terms, rarity }: Step): void {
    const [scores, touched] = [this.#scores, this.#touched];
    let count = this.#count;
    for (const term of terms) {
      for (const part of this.#index.parts(term)) {
        for (let at = 0; at < part.length; at += 1) {
          const posting = part[at] ?? 0;
          const number = posting >>> WEIGHT_BITS;
          if (scores[number] === 0) {
            touched[count] = number;
            count += 1;
          }
          this.#addScore(number, posting, rarity);
        }
      }
    }
    this.#count = count;
  }

  #addScore(number: number, posting: number, rarity: number): void {
    const weight = (posting & MAX_WEIGHT) / WEIGHT_OF_WORD;
    const norm = K1 * (1 - B) + this.#perLength * (this.#index.lengths[number] ?? 0);
    this.#scores[number] = (this.#scores[number] ?? 0) + (rarity * weight * (K1 + 1)) / (weight + norm);
  }

  /**
   * Forgets the hits that cannot be among the best any more, if the words that are left are too frequent to make another document
   * one of the best. They are then looked up for the hits alone, which gives the same documents (MaxScore; Turtle and Flood, 1995).
   * @returns whether it did: only if there are `MAX_HITS` documents for sure, so that their number is known
   */
  #cut(left: Step[], labScores: [lab: string, score: number][], places: number): boolean {
    const { size, end } = this.#index;
    const postings = left[0]?.postings ?? 0;
    const dead = end - size;
    const isCounted = left.some(({ terms }) => terms.some((term) => this.#countOf(term) - dead >= MAX_HITS));
    if (!isCounted || places > this.#count || postings < Math.max(CUT_FROM, this.#count)) return false;
    const [scores, touched] = [this.#scores, this.#touched];
    const best = new BestDocuments(places);
    for (let at = 0; at < this.#count; at += 1) {
      const number = touched[at] ?? 0;
      if (this.#index.ids[number] !== 0) best.offer(number, scores[number] ?? 0);
    }
    const words = left.reduce((sum, { terms, rarity }) => sum + terms.length * rarity * (K1 + 1), 0);
    // More than what is left can add, with room for the rounding of the scores.
    const most = 1.000_01 * labScores.reduce((sum, [, score]) => sum + score, words);
    const least = best.least();
    if (least === undefined || least <= most) return false;
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const number = touched[at] ?? 0;
      if ((scores[number] ?? 0) + most >= least) {
        touched[count] = number;
        count += 1;
      } else scores[number] = 0;
    }
    this.#count = count;
    touched.subarray(0, count).sort();
    return true;
  }

  /** Like `#addStems`, for documents that are hits, in the order of their numbers. */
  #addToHits({ terms, rarity }: Step): void {
    for (const term of terms) {
      let at = 0;
      for (const part of this.#index.parts(term)) {
        const last = (part.at(-1) ?? 0) >>> WEIGHT_BITS;
        let from = 0;
        for (; at < this.#count && (this.#touched[at] ?? 0) <= last; at += 1) {
          const number = this.#touched[at] ?? 0;
          from = firstFrom(part, number, from);
          const posting = part[from] ?? 0;
          if (posting >>> WEIGHT_BITS === number) this.#addScore(number, posting, rarity);
        }
        if (at === this.#count) break;
      }
    }
  }

  /** Makes the documents of a lab hits. */
  #addWholeLab(lab: string): void {
    this.#eachOfLab(lab, (number) => {
      if (this.#scores[number] !== 0) return;
      this.#touched[this.#count] = number;
      this.#count += 1;
      this.#scores[number] = LEAST;
    });
  }

  /** Adds to the score of a lab's documents that are hits already. */
  #addLab(lab: string, score: number): void {
    const scores = this.#scores;
    this.#eachOfLab(lab, (number) => {
      if (scores[number] !== 0) scores[number] = (scores[number] ?? 0) + score;
    });
  }

  /** What a document gets for the name of its lab, the highest first. */
  #labScores(words: SoughtWord[]): [lab: string, score: number][] {
    const scores = new Map<string, number>();
    for (const { groups, labs } of words) {
      const documents = Math.max(0, ...groups.map(({ stems }) => this.#documentsWith(stems)));
      const score = LAB_NAME * rarity(this.#index.size, documents);
      for (const lab of labs) scores.set(lab, (scores.get(lab) ?? 0) + score);
    }
    return [...scores].sort(([, a], [, b]) => b - a);
  }

  #eachOfLab(lab: string, visit: (number: number) => void): void {
    const term = this.#index.label(labelOf('byOclIds', lab));
    if (this.#isAffordable(this.#countOf(term))) this.#each(term, visit);
  }

  #each(term: number | undefined, visit: (number: number) => void): void {
    if (term === undefined) return;
    for (const part of this.#index.parts(term)) {
      for (let at = 0; at < part.length; at += 1) visit((part[at] ?? 0) >>> WEIGHT_BITS);
    }
  }

  /** Counts postings against the limit of one search. The first that are read always fit. */
  #isAffordable(postings: number): boolean {
    if (postings > this.#left && this.#left < this.#maxPostings) return false;
    this.#left -= postings;
    return true;
  }

  #require({ labels, documents }: Requirement, before: number): void {
    for (const label of labels) this.#each(this.#index.label(label), (number) => this.#meet(number, before));
    for (const id of documents) {
      const number = this.#index.numberOf(id);
      if (number !== undefined) this.#meet(number, before);
    }
  }

  #reset(requirements: number): void {
    const { end, averageLength } = this.#index;
    this.#perLength = (K1 * B) / Math.max(1, averageLength);
    if (this.#scores.length < end) {
      this.#scores = new Float32Array(2 * end);
      this.#met = new Uint16Array(2 * end);
      this.#touched = new Uint32Array(2 * end);
    }
    if (requirements > 0) this.#met.fill(0, 0, end);
  }

  /** Counts a requirement that a document meets, if it met all before. */
  #meet(number: number, before: number): void {
    if (this.#met[number] === before) this.#met[number] = before + 1;
  }

  #isMet(number: number | undefined, requirements: number): boolean {
    if (number === undefined || this.#index.ids[number] === 0) return false;
    return requirements === 0 || this.#met[number] === requirements;
  }

  #documentsWith(stems: string[]): number {
    return stems.reduce((sum, stem) => sum + this.#countOf(this.#index.stem(stem)), 0);
  }

  #countOf(term: number | undefined): number {
    return term === undefined ? 0 : this.#index.count(term);
  }
}

/** The place of the first posting of a document with this number or a higher one. */
function firstFrom(part: Uint32Array, number: number, from: number): number {
  let [low, high] = [from, part.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((part[middle] ?? 0) >>> WEIGHT_BITS < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The idf of BM25. Counts can include dead documents, so there may seem to be more than all. */
function rarity(all: number, documents: number): number {
  const having = Math.min(all, documents);
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

/** Combines two lists by the sum of reciprocal ranks. */
function fuse(...lists: number[][]): number[] {
  const scores = new Map<number, number>();
  for (const list of lists)
    list.forEach((id, place) => {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION + place + 1));
    });
  return [...scores].sort(([a, one], [b, other]) => other - one || b - a).map(([id]) => id);
}
