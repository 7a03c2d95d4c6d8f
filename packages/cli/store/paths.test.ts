import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pathOfLab } from './paths.ts';

const root = await mkdtemp(join(tmpdir(), 'paths-'));
const outside = await mkdtemp(join(tmpdir(), 'paths-'));
await writeFile(join(outside, 'a.csv'), '');

it.each([
  [null, 'results/a.csv', 'results/a.csv'],
  [null, '/results/a.csv', 'results/a.csv'],
  [null, '/results/', 'results'],
  [null, '/', ''],
  [{ root }, 'results/a.csv', 'results/a.csv'],
  [{ root }, join(root, 'results/a.csv'), 'results/a.csv'],
  [{ root }, '/no-such-folder/a.csv', 'no-such-folder/a.csv'],
])('in %j, %s is %s', (folder, typed, path) => {
  expect(pathOfLab(folder, root, typed)).toBe(path);
});

it('refuses what is elsewhere on this machine', () => {
  for (const typed of [join(outside, 'a.csv'), '../a.csv'])
    expect(() => pathOfLab({ root }, root, typed)).toThrow(/is outside of/);
});
