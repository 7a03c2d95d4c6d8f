import { MAX_WEIGHT } from './posting.ts';
import { WEIGHT_OF_WORD } from './stems.ts';

/** The usual parameters of BM25: saturation of frequent stems, high because titles count more, and how much a long document is worth less. */
const K1 = 2;
const B = 0.75;
/** More than any share of a rarity. */
export const MAX_SHARE = K1 + 1;

/** What a unit of a document's length adds to the denominator of BM25. */
export function perLengthOf(averageLength: number): number {
  return (K1 * B) / Math.max(1, averageLength);
}

/** The score of a word in a document, as a share of the word's rarity. */
export function shareOf(posting: number, length: number, perLength: number): number {
  const weight = (posting & MAX_WEIGHT) / WEIGHT_OF_WORD;
  return (weight * (K1 + 1)) / (weight + K1 * (1 - B) + perLength * length);
}

/** The idf of BM25. Counts can include dead documents, so there may seem to be more than all. */
export function rarity(all: number, documents: number): number {
  const having = Math.min(all, documents);
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}
