import path from 'node:path';
import { TERMINAL_COLOURS } from '@labroom/formats/text/terminal-colours.ts';
import { LEGAL_SEQUENCE } from '@labroom/protocol/hidden-character';
import { expect, it } from 'vitest';
import { isQuick } from '#depth.ts';
import { expressionsOf } from './expressions-of.ts';
import { superlinearGrowth } from './growth-of.ts';

/** Expressions that are composed while the program runs, by their file. */
const COMPOSED: Readonly<Record<string, RegExp>> = {
  'packages/formats/text/terminal-colours.ts': TERMINAL_COLOURS,
  'packages/protocol/hidden-character.ts': LEGAL_SEQUENCE,
};

/** What may be slower than its text is long, by file: the reason, with the bound of the text. */
const BOUNDED: Readonly<Record<string, string>> = {
  'lib/developers/guide.ts': 'reads the guides of this repository',
};

it('no regular expression of the product takes longer than its text is long', async () => {
  const { written, composed } = await expressionsOf(path.resolve(import.meta.dirname, '../..'));
  expect(composed.filter((place) => !Object.hasOwn(COMPOSED, place.replace(/:\d+$/, '')))).toEqual([]);
  const places = [
    ...written,
    ...Object.entries(COMPOSED).map(([file, expression]) => ({ file, line: 0, expression })),
  ].filter(({ file }) => !Object.hasOwn(BOUNDED, file));
  // Should the parser find none.
  expect(places.length).toBeGreaterThan(400);
  const known = new Map<string, ReturnType<typeof superlinearGrowth>>();
  const slow = places.flatMap(({ file, line, expression }) => {
    const key = String(expression);
    if (!known.has(key)) known.set(key, superlinearGrowth(expression, !isQuick));
    const growth = known.get(key);
    return growth ? [{ place: `${file}:${line} ${key}`, ...growth }] : [];
  });
  expect(slow).toEqual([]);
}, 240_000);

it.each([
  ['a run that is searched from each of its places', /a+$/],
  ['an opening without an end', /\[[^\]]*\]/],
  ['an alternation within a repetition', /(?:a|aa)+$/],
  ['two runs of one letter', /^x*b?x*$/],
])('%s is found', (_, expression) => {
  expect(superlinearGrowth(expression, !isQuick, 2_000)).not.toBeNull();
});

it.each([
  ['a run that begins once', /(?<!a)a+$/],
  ['an opening that another one ends', /\[[^[\]]*\]/],
])('%s is linear', (_, expression) => {
  expect(superlinearGrowth(expression, true)).toBeNull();
});
