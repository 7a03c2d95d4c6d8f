import assert from 'node:assert/strict';
import { check } from '../check.ts';
import { done, refused } from '../expect.ts';

const section = 'docs/specification/files.md#paths';

export const pathChecks = [
  check(
    'paths.hidden',
    {
      rule: 'A new path with a bidi control or an invisible character is INVALID_PATH; emoji, Persian and Devanagari keep their joiners.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const token = await lab.sent('hidden');
      for (const character of ['\u200b', '\u202e', '\u2066', '\u200f', '\u00ad', '\u200d', '\ufe0f']) {
        const path = lab.path(`a${character}b.txt`);
        refused(await lab.finish(token, { path }), 'VALIDATION_FAILED', 'INVALID_PATH');
      }
      for (const name of ['👩\u200d👩\u200d👧.png', 'داده\u200cها.csv', 'क्\u200dष.txt']) await lab.file(name);
    },
  ),

  check(
    'paths.confusable',
    {
      rule: 'A new file or folder that looks like another one in its folder is CONFUSABLE_PATH; of two at once one wins. Names that differ in ASCII only are legal.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const folder = lab.path('raw');
      const other = folder.replace('raw', 'r\u0430w');
      const both = [`${folder}/data.csv`, `${folder}/d\u0430ta.csv`];
      const tokens = await Promise.all(both.map((bytes) => lab.sent(bytes)));
      const answers = await Promise.all(both.map((path, at) => lab.finish(tokens[at] ?? '', { path })));
      const losers = answers.filter(({ error }) => error);
      assert.equal(losers.length, 1);
      const winner = both[answers.findIndex(({ error }) => !error)];
      for (const loser of losers)
        assert.equal(refused(loser, 'VALIDATION_FAILED', 'CONFUSABLE_PATH').existing, winner);
      const inFolder = await lab.upload('x', { path: `${other}/x.txt` });
      assert.equal(refused(inFolder, 'VALIDATION_FAILED', 'CONFUSABLE_PATH').existing, folder);
      for (const name of ['run1', 'runl', 'Run1'])
        done(await lab.upload(name, { path: `${folder}/${name}` }));
    },
  ),
];
