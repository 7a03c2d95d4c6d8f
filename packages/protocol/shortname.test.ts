import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { reservedShortnames, shortnameOf } from './shortname.ts';

test.each([
  ['Étude des Lipases', 'etude-des-lipases'],
  ['  Cold -- Enzymes! ', 'cold-enzymes'],
  ['研究室 3', '研究室-3'],
  ['연구실', '연구실'],
  ['カタカナ ラボ', 'カタカナ-ラボ'],
  ['New', 'new-lab'],
  ['ＮＥＷ', 'new-lab'],
  ['Lab 7', 'lab-7-lab'],
  // Cyrillic а, р, е and Greek ο beside or instead of Latin letters.
  ['Lip\u0430se Lab', 'lip-se-lab'],
  ['\u0440\u0430\u0443\u0440\u0430', ''],
  ['c\u03bfld', 'c-ld'],
  ['研究 lab', 'lab-lab'],
  ['!', ''],
  // A word that does not fit is left out; one alone is cut.
  [
    'An unreasonably long name of a lab with an unreasonable investigation',
    'an-unreasonably-long-name-of-a-lab-with-an-unreasonable',
  ],
  ['x'.repeat(61), 'x'.repeat(60)],
])('%s: %s', (name, shortname) => {
  expect(shortnameOf(name)).toBe(shortname);
});

test('every page of the web app under /labs is reserved', async () => {
  const entries = await readdir(new URL('../../app/labs', import.meta.url), { withFileTypes: true });
  const pages = entries.filter((entry) => entry.isDirectory() && !/^[[(]/.test(entry.name));
  expect(pages.map(({ name }) => name).sort()).toEqual([...reservedShortnames].sort());
});
