import { isQuick } from '@labroom/testing/depth.ts';
import { expect, test } from 'vitest';
import { add, rest, word } from './document-index.fixture.ts';
import { DocumentIndex } from './document-index.ts';
import { WordRanking } from './word-ranking.ts';

/** 4,000 documents of about one length: one in 25 has a rare word, one in four a frequent one, which is worth less. */
function filled(): { index: DocumentIndex; bestOf(...words: string[]): number[] } {
  const index = new DocumentIndex();
  add(index, { id: 1, stems: { gone: 'D' } });
  // Without the first document, `strong` gets the number of `frequent`.
  add(index, { id: 2, stems: { frequent: 'D', some: 'D', strong: 'D' } });
  for (let id = 3; id <= 4_000; id += 1) {
    const other = `other${id % 50}`;
    if (id % 25 === 0) add(index, { id, stems: { rare: 'D', [other]: 'CCC' } });
    else if (id % 4 === 1) add(index, { id, stems: { frequent: 'D', [other]: 'CCC' } });
    else if (id % 4 === 2) add(index, { id, stems: { strong: 'AAA', [other]: 'C' } });
    else add(index, { id, stems: { [other]: 'CCC', some: 'D' } });
  }
  const ranking = new WordRanking(index, undefined, 512);
  return {
    index,
    bestOf: (...words) => ranking.rank({ ...rest, words: words.map((one) => word(one)) }).documentIds,
  };
}

test('a new document in which a frequent word counts more is found', () => {
  const { index, bestOf } = filled();
  expect(bestOf('rare', 'frequent')).not.toContain(4_001);
  add(index, { id: 4_001, stems: { frequent: 'DDDDD', other1: 'CC' } });
  expect(bestOf('rare', 'frequent')[0]).toBe(4_001);
});

// Thousands of documents more.
if (!isQuick)
  test('documents that are short beside new long ones are found', () => {
    const { index, bestOf } = filled();
    expect(bestOf('rare', 'frequent')).not.toContain(3_997);
    for (let id = 4_001; id <= 6_000; id += 1)
      add(index, { id, stems: { long: 'AAAAAAAAAAAAAAAAAAAAAAAA' } });
    for (let id = 25; id <= 4_000; id += 25) add(index, { id, stems: { rare: 'D', long: 'AAAAAAAA' } });
    expect(bestOf('rare', 'frequent')).toContain(3_997);
  });

test('a word is not taken for another one after a compaction', () => {
  const { index, bestOf } = filled();
  expect(bestOf('rare', 'frequent')).not.toContain(3_997);
  index.remove(1);
  const { compactions } = index;
  while (index.compactions === compactions) add(index, { id: 3, stems: { some: 'D', other3: 'CCC' } });
  expect(bestOf('rare', 'strong')[0]).toBe(3_998);
});

test('a document is found by two words, neither of which is enough', () => {
  const index = new DocumentIndex();
  const classesOf = (id: number) => (id <= 40 ? 'CC' : 'D');
  for (let id = 1; id <= 6_000; id += 1)
    add(index, { id, stems: { [id % 2 ? 'left' : 'right']: classesOf(id), sand: 'CCC' } });
  add(index, { id: 6_001, stems: { left: 'C', right: 'C', sand: 'CC' } });
  const words = [word('left'), word('right')];
  expect(new WordRanking(index, undefined, 512).rank({ ...rest, words }).documentIds[0]).toBe(6_001);
});

test.each(isQuick ? ['C', 'BD'] : ['C', 'CC', 'CD', 'CCD', 'CDD', 'B', 'BC', 'BD', 'A', 'AD'])(
  'of equal documents (%s) the newest are found',
  (classes) => {
    const index = new DocumentIndex();
    for (let id = 1; id <= 3_000; id += 1) add(index, { id, stems: { kelp: classes, sand: 'CCC' } });
    const { documentIds } = new WordRanking(index, undefined, 512).rank({ ...rest, words: [word('kelp')] });
    expect(documentIds).toEqual(Array.from({ length: 10 }, (_, at) => 3_000 - at));
  },
);

test('only documents that are not deleted are counted', () => {
  const index = new DocumentIndex();
  for (let id = 1; id <= 2_100; id += 1) add(index, { id, stems: { kelp: 'C' } });
  const total = () => new WordRanking(index).rank({ ...rest, words: [word('kelp')] }).totalCount;
  expect(total()).toBe(2_000);
  for (let id = 1; id <= 200; id += 1) index.remove(id);
  expect(total()).toBe(1_900);
});
