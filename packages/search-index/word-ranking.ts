import { BestDocuments } from './best-documents.ts';
import { perLengthOf, rarity, shareOf } from './bm25.ts';
import type { DocumentIndex } from './document-index.ts';
import { MaxScore, type NamedLab, type Step } from './max-score.ts';
import { WEIGHT_BITS } from './posting.ts';
import type { RankAnswer, RankQuestion, Requirement, SoughtWord } from './rank-question.ts';

/** Score of a word in the name of the lab, relative to its rarity. */
const LAB_NAME = 0.4;
/** A score below that of any word. */
const LEAST = 1e-30;
/** Maximum number of postings that one search reads, the rarest words first. Two frequent words of a million documents have fewer. */
const MAX_POSTINGS = 3_000_000;
/** Maximum number of hits. */
const MAX_HITS = 2_000;
/** The constant of reciprocal rank fusion. */
const FUSION = 60;

type LabScore = [lab: string, score: number];

/** Ranks documents by BM25. Keeps its arrays, which are as long as the index, between searches. */
export class WordRanking {
  readonly #index: DocumentIndex;
  readonly #maxScore: MaxScore;
  readonly #maxPostings: number;
  #scores = new Float32Array(0);
  #met = new Uint16Array(0);
  #touched = new Uint32Array(0);
  #count = 0;
  /** Postings that the search may still read. */
  #left = 0;
  #perLength = 0;

  /** @param window see `MaxScore` */
  constructor(index: DocumentIndex, maxPostings = MAX_POSTINGS, window?: number) {
    this.#index = index;
    this.#maxScore = new MaxScore(index, window);
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
    const nearest = similar.filter((id) => this.#isMet(index.numberOf(id), requirements.length));
    const places = nearest.length > 0 ? MAX_HITS : Math.min(MAX_HITS, offset + limit);
    // A requirement can leave few hits, so all must be found to count them.
    const isCounted = requirements.length === 0 && wholeLabs.length === 0 && this.#haveMaxHits(steps);
    const { byWords, found } = isCounted
      ? {
          byWords: this.#maxScore.best(steps, this.#named(labScores), this.#perLength, places),
          found: MAX_HITS,
        }
      : this.#bestOfAll(steps, labScores, wholeLabs, requirements.length, places);
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
        return { terms, postings, rarity: word.count * share * rarity(size, documents) };
      }),
    );
    steps.sort((a, b) => a.postings - b.postings);
    return steps.filter(({ postings }) => this.#isAffordable(postings));
  }

  /** The best documents of all that have a word, and their number. */
  #bestOfAll(
    steps: Step[],
    labScores: LabScore[],
    wholeLabs: string[],
    requirements: number,
    places: number,
  ): { byWords: number[]; found: number } {
    for (const step of steps) this.#addStems(step);
    for (const lab of wholeLabs) this.#addWholeLab(lab);
    for (const [lab, score] of labScores) this.#addLab(lab, score);
    const best = new BestDocuments(places);
    let found = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const number = this.#touched[at] ?? 0;
      const score = this.#scores[number] ?? 0;
      if (score > 0 && this.#isMet(number, requirements)) {
        found += 1;
        best.offer(this.#index.ids[number] ?? 0, score);
      }
      this.#scores[number] = 0;
    }
    this.#count = 0;
    return { byWords: best.ids(), found };
  }

  /** The labs whose documents may still be read. */
  #named(labScores: LabScore[]): NamedLab[] {
    return labScores.flatMap(([lab, score]) => {
      const label = this.#index.label(lab);
      return label !== undefined && this.#isAffordable(this.#countOf(label)) ? [{ label, score }] : [];
    });
  }

  #addStems({ terms, rarity }: Step): void {
    const { lengths } = this.#index;
    const [scores, touched, perLength] = [this.#scores, this.#touched, this.#perLength];
    let count = this.#count;
    for (const term of terms) {
      for (const part of this.#index.parts(term)) {
        for (let at = 0; at < part.length; at += 1) {
          const posting = part[at] ?? 0;
          const number = posting >>> WEIGHT_BITS;
          const score = scores[number] ?? 0;
          if (score === 0) {
            touched[count] = number;
            count += 1;
          }
          scores[number] = score + rarity * shareOf(posting, lengths[number] ?? 0, perLength);
        }
      }
    }
    this.#count = count;
  }

  /** Whether any word is in `MAX_HITS` documents, so that the number of hits is known. */
  #haveMaxHits(steps: Step[]): boolean {
    return steps.some(({ terms }) => terms.some((term) => this.#hasMaxHits(term)));
  }

  #hasMaxHits(term: number): boolean {
    const { ids } = this.#index;
    if (this.#countOf(term) < MAX_HITS) return false;
    let live = 0;
    for (const part of this.#index.parts(term)) {
      for (let at = 0; at < part.length; at += 1) if (ids[(part[at] ?? 0) >>> WEIGHT_BITS] !== 0) live += 1;
      if (live >= MAX_HITS) return true;
    }
    return false;
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
  #labScores(words: SoughtWord[]): LabScore[] {
    const scores = new Map<string, number>();
    for (const { groups, labs } of words) {
      const documents = Math.max(0, ...groups.map(({ stems }) => this.#documentsWith(stems)));
      const score = LAB_NAME * rarity(this.#index.size, documents);
      for (const lab of labs) scores.set(lab, (scores.get(lab) ?? 0) + score);
    }
    return [...scores].sort(([, a], [, b]) => b - a);
  }

  #eachOfLab(lab: string, visit: (number: number) => void): void {
    const term = this.#index.label(lab);
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
    this.#perLength = perLengthOf(averageLength);
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

/** Combines two lists by the sum of reciprocal ranks. */
function fuse(...lists: number[][]): number[] {
  const scores = new Map<number, number>();
  for (const list of lists)
    list.forEach((id, place) => {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION + place + 1));
    });
  return [...scores].sort(([a, one], [b, other]) => other - one || b - a).map(([id]) => id);
}
