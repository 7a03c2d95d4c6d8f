import { expect, test } from 'vitest';
import { findRefusedPaths } from './refused-paths.ts';

const refused = (paths: string[], present: string[] = []) =>
  Object.fromEntries(findRefusedPaths(paths, present).map(({ path, reason }) => [path, reason]));

test('names a hidden character, and what a new path looks the same as', () => {
  expect(
    refused(['a\u200bb.txt', 'raw/x', 'r\u0430w/y', 'r\u0430w.txt', 'run1', 'runl'], ['raw.txt']),
  ).toEqual({
    'a\u200bb.txt': 'has the hidden character U+200B; rename it',
    'r\u0430w/y': 'looks the same as raw; rename it',
    'r\u0430w.txt': 'looks the same as raw.txt; rename it',
  });
});

test('compares only the first new level, in its own folder', () => {
  expect(refused(['raw/\u0430', 'other/raw'], ['raw/b', 'r\u0430w'])).toEqual({});
  expect(refused(['raw/\u0430'], ['raw/a'])).toEqual({ 'raw/\u0430': 'looks the same as raw/a; rename it' });
});
