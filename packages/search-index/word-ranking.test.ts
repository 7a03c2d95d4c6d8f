import { depth } from '@labroom/testing/depth.ts';
import { expect, test } from 'vitest';
import { add, indexOf, rest, word } from './document-index.fixture.ts';
import { DocumentIndex } from './document-index.ts';
import type { RankQuestion } from './rank-question.ts';
import { WordRanking } from './word-ranking.ts';

const idsOf = (index: DocumentIndex, question: Partial<RankQuestion>) =>
  new WordRanking(index).rank({ ...rest, words: [], ...question }).documentIds;

test('orders documents by BM25 over weighted occurrences, as the formula says', () => {
  const vocabulary = ['kelp', 'carbon', 'reef', 'tide', 'sand'];
  const documents = Array.from({ length: 300 }, (_, at) => ({
    id: at + 1,
    stems: Object.fromEntries(
      vocabulary.flatMap((stem, number) => {
        const times = (at * (number + 3)) % (2 * number + 5);
        return times > 0 && at % (number + 2) === 0 ? [[stem, 'ABCD'.charAt(at % 4).repeat(times)]] : [];
      }),
    ),
  }));
  const weights: Record<string, number> = { A: 4, B: 2, C: 1, D: 0.25 };
  const weight = (classes = '') => [...classes].reduce((sum, one) => sum + (weights[one] ?? 0), 0);
  const length = (stems: Record<string, string>) =>
    Object.values(stems).reduce((sum, classes) => sum + weight(classes), 0);
  const average = documents.reduce((sum, { stems }) => sum + length(stems), 0) / documents.length;
  const asked = ['kelp', 'carbon', 'sand', 'carbon'];
  const scores = documents.map(({ id, stems }) => {
    const score = asked.reduce((sum, stem) => {
      const having = documents.filter((one) => one.stems[stem]).length;
      const tf = weight(stems[stem]);
      const idf = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
      return sum + (idf * tf * 3) / (tf + 2 * (0.25 + (0.75 * length(stems)) / average));
    }, 0);
    return { id, score: Math.fround(score) };
  });
  const expected = scores.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const { documentIds, totalCount } = new WordRanking(indexOf(documents)).rank({
    ...rest,
    words: [word('kelp'), { ...word('carbon'), count: 2 }, word('sand')],
    limit: 1_000,
  });
  expect(totalCount).toBe(expected.length);
  const scoreOf = new Map(expected.map(({ id, score }) => [id, score]));
  // Compares scores: documents with the same one may stand in any order of rounding.
  documentIds.forEach((id, at) => {
    expect(scoreOf.get(id)).toBeCloseTo(expected[at]?.score ?? Number.NaN, 4);
  });
});

test('the best are the same where not all postings are read, also after changes', () => {
  const random = randomNumbers(7);
  const stems = Array.from({ length: 12 }, (_, at) => `w${at}`);
  const index = new DocumentIndex();
  const write = (id: number, longest: number) => {
    // The first word is in hardly any document, the last one in nearly all.
    const has = stems.filter((_, at) => random() < 0.002 * 1.75 ** at);
    const classes = () => 'ABCD'.charAt(4 * random()).repeat(1 + longest * random());
    add(index, { id, lab: `lab${id % 3}`, stems: Object.fromEntries(has.map((stem) => [stem, classes()])) });
  };
  for (let id = 1; id <= 6_000; id += 1) write(id, 3);
  for (let id = 5; id <= 6_000; id += 10) index.remove(id);
  let scored = 0;
  const { get } = Object.getOwnPropertyDescriptor(DocumentIndex.prototype, 'lengths') ?? {};
  const counted: ProxyHandler<ArrayLike<number>> = {
    get(lengths, at) {
      scored += 1;
      return Reflect.get(lengths, at);
    },
  };
  Object.defineProperty(index, 'lengths', { get: () => new Proxy(get?.call(index), counted) });
  const ranking = new WordRanking(index, undefined, 512);
  // Every document meets it, so that all postings are read.
  const any = { labels: ['lab0', 'lab1', 'lab2'], documents: [] };
  const scoredBy = (question: RankQuestion) => {
    scored = 0;
    return { answer: ranking.rank(question), scored };
  };
  let less = 0;
  for (let round = 0; round < depth.randomValues; round += 1) {
    const chosen = stems.filter(() => random() < 0.3);
    const labs = random() < 0.3 ? ['lab1'] : [];
    const groups = [{ stems: chosen.slice(0, 2), share: 0.5 }];
    const words = [
      ...chosen.map((stem) => word(stem, labs)),
      ...(random() < 0.3 ? [{ groups, count: 1, labs: [] }] : []),
    ];
    const similar = random() < 0.3 ? [17, 5, 4_242] : [];
    const page = { ...rest, words, similar, offset: 10 * Math.floor(3 * random()) };
    const found = scoredBy(page);
    const all = scoredBy({ ...page, requirements: [any] });
    expect(found.answer).toEqual(all.answer);
    if (2 * found.scored < all.scored) less += 1;
    // Documents become longer, or shorter.
    for (let at = 0; at < 500; at += 1) write(1 + Math.floor(6_000 * random()), round % 2 === 0 ? 6 : 1);
  }
  expect(less).toBeGreaterThan(depth.randomValues / 10);
  expect(index.compactions).toBeGreaterThan(0);
});

test('pages are parts of one order, and of equal documents the newer one comes first', () => {
  const index = indexOf(Array.from({ length: 25 }, (_, at) => ({ id: at + 1, stems: { kelp: 'C' } })));
  const ranking = new WordRanking(index);
  const pages = [0, 10, 20, 30].map((offset) => ranking.rank({ ...rest, words: [word('kelp')], offset }));
  expect(pages.flatMap(({ documentIds }) => documentIds)).toEqual(
    Array.from({ length: 25 }, (_, at) => 25 - at),
  );
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([25, 25, 25, 25]);
});

test('a changed or deleted document is not found by its former stems, before and after compactions', () => {
  const index = new DocumentIndex();
  for (let round = 0; round < 20; round += 1) {
    for (let id = 1; id <= 200; id += 1) add(index, { id, stems: { [`round${round}`]: 'C', kelp: 'C' } });
    index.remove(200);
    expect(index.size).toBe(199);
    expect(index.end).toBeLessThan(200 + 100 + 1_000 + 200);
    expect(index.documentsWith(`round${round}`)).toBe(199);
    expect(index.documentsWith(`round${round - 1}`)).toBe(0);
    expect(idsOf(index, { words: [word(`round${round - 1}`)] })).toEqual([]);
    expect(idsOf(index, { words: [word(`round${round}`)], limit: 500 })).toHaveLength(199);
    expect(new WordRanking(index).withAll(['kelp', `round${round}`], 3)).toEqual([199, 198, 197]);
  }
  expect(index.bytes).toBeLessThan(3_000_000);
});

test('hits meet every requirement, each by any of its labels or documents', () => {
  const index = indexOf([
    { id: 1, stems: { kelp: 'C' }, lab: 'a', tags: ['x'] },
    { id: 2, stems: { kelp: 'C' }, lab: 'b', tags: ['x', 'y'] },
    { id: 3, stems: { kelp: 'C' }, lab: 'b', tags: ['z'] },
  ]);
  const words = [word('kelp')];
  const labelled = (...labels: string[]) => ({ labels, documents: [] });
  expect(idsOf(index, { words, requirements: [labelled('x', 'y')] })).toEqual([2, 1]);
  expect(idsOf(index, { words, requirements: [labelled('x', 'z'), labelled('b')] })).toEqual([3, 2]);
  expect(idsOf(index, { words, requirements: [labelled('none')] })).toEqual([]);
  const chosen = { labels: ['a'], documents: [3, 99] };
  expect(idsOf(index, { words, requirements: [chosen] })).toEqual([3, 1]);
  expect(idsOf(index, { words, requirements: [labelled('b')], similar: [1, 3] })).toEqual([3, 2]);
});

test('the name of a lab raises its documents, and makes them hits only where the whole lab is asked for', () => {
  const index = indexOf([
    { id: 1, stems: { kelp: 'C' }, lab: 'a' },
    { id: 2, stems: { kelp: 'C' }, lab: 'b' },
    { id: 3, stems: { sand: 'C' }, lab: 'a' },
  ]);
  const words = [word('kelp'), word('ocean', ['a'])];
  expect(idsOf(index, { words })).toEqual([1, 2]);
  expect(idsOf(index, { words, wholeLabs: ['a'] })).toEqual([1, 3, 2]);
});

test('documents with a similar meaning are hits, and those of both lists come first', () => {
  const index = indexOf([1, 2, 3].map((id) => ({ id, stems: { [id < 3 ? 'kelp' : 'algae']: 'C' } })));
  expect(idsOf(index, { words: [word('kelp')], similar: [3, 1, 77] })[0]).toBe(1);
  expect(idsOf(index, { words: [word('kelp')], similar: [3, 1, 77] }).toSorted()).toEqual([1, 2, 3]);
});

test('one search reads a limited number of postings: the rarest words', () => {
  const index = new DocumentIndex();
  const frequent = Array.from({ length: 60 }, (_, at) => `w${at}`);
  const stems = Object.fromEntries(frequent.map((stem) => [stem, 'C']));
  for (let id = 1; id <= 600; id += 1) add(index, { id, stems: id === 7 ? { ...stems, rare: 'C' } : stems });
  const read = spiedPostings(index);
  const ranking = new WordRanking(index, 30_000);
  const words = [...frequent, 'rare'].map((stem) => word(stem));
  expect(ranking.rank({ ...rest, words }).documentIds[0]).toBe(7);
  expect(read()).toBeGreaterThan(20_000);
  expect(read()).toBeLessThanOrEqual(30_000);
  const before = read();
  const labs = Array.from({ length: 60 }, () => word('w1', ['a']));
  ranking.rank({ ...rest, words: labs, wholeLabs: ['a', 'a', 'a'] });
  expect(read() - before).toBeLessThanOrEqual(30_000);
  expect(new WordRanking(index, 1_000).withAll(frequent, 10)).toHaveLength(10);
});

test('a lab adds a limited number of words, and takes none from another lab; deleted ones free their places', () => {
  const index = new DocumentIndex(500);
  const unique = (id: number) =>
    Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`u${id}x${at}`, 'C']));
  for (let id = 1; id <= 60; id += 1) add(index, { id, lab: 'greedy', stems: unique(id) });
  expect([index.documentsWith('u1x0'), index.documentsWith('u60x0')]).toEqual([1, 0]);
  add(index, { id: 61, lab: 'other', stems: { kelp: 'C' } });
  add(index, { id: 62, lab: 'greedy', stems: { kelp: 'C', never: 'C' } });
  expect(idsOf(index, { words: [word('kelp')] })).toEqual([61, 62]);
  expect(index.documentsWith('never')).toBe(0);
  for (let id = 1; id <= 60; id += 1) index.remove(id);
  for (let time = 0; time < 1_200; time += 1) add(index, { id: 63, lab: 'greedy', stems: { kelp: 'C' } });
  add(index, { id: 64, lab: 'greedy', stems: { never: 'C' } });
  expect(idsOf(index, { words: [word('never')] })).toEqual([64]);
});

/** The same numbers below 1 in each run (Park and Miller, 1988). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Counts the postings that are read of an index. */
function spiedPostings(index: DocumentIndex): () => number {
  let count = 0;
  const { parts } = index;
  index.parts = function* (this: DocumentIndex, term: number) {
    for (const part of parts.call(index, term)) {
      count += part.length;
      yield part;
    }
  };
  return () => count;
}
