import { depth, isQuick } from '@labroom/testing/depth.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packLists, unpackLists } from './packed-lists.ts';

it('gives back every list, whatever its entries have in common', () => {
  // Halves of characters too.
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const entry = fc.oneof(
    fc.constantFrom('', 'plates/a', 'plates/a/b', null, 1, [], ['raw', 'data']),
    fc.string({ unit }),
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(fc.array(entry), fc.array(fc.string()), fc.boolean())),
      (lists) => {
        expect(unpackLists(packLists(lists))).toEqual(lists);
      },
    ),
    { numRuns: (isQuick ? 3 : 10) * depth.randomValues },
  );
});

it('writes what repeats once, and a beginning that a text shares with the one before as its length', () => {
  const people = Array.from({ length: 100 }, (_, place) => (place % 2 === 0 ? '0xabc' : '0xdef'));
  const paths = ['plates/01/a.csv', 'plates/01/b.csv', 'readme.md'];
  const text = packLists({ people, paths });
  expect(text.split('0xabc')).toHaveLength(2);
  expect(JSON.parse(text).paths).toEqual({
    shared: [0, 10, 0],
    rest: ['plates/01/a.csv', 'b.csv', 'readme.md'],
  });
});

it('takes two halves of a character apart and together', () => {
  const paths = ['\u{1F9EA}', '\u{1F9EB}'];
  expect(unpackLists(packLists({ paths }))).toEqual({ paths });
});
