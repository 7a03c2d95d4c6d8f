import { expect, it } from 'vitest';
import { freePath, toDataRoomPath } from './data-room-path.ts';

it('joins folder and relative path, however the browser wrote it', () => {
  for (const own of ['a/b.csv', '/a/b.csv', './a/b.csv', 'a//b.csv']) {
    expect(toDataRoomPath(['results', '2026'], own)).toEqual({ path: 'results/2026/a/b.csv' });
  }
});

it('composes letters, so that one name is one path', () => {
  expect(toDataRoomPath([], 'Zu\u0308rich.md')).toEqual({ path: 'Z\u00fcrich.md' });
});

it.each([
  ['', 'no name'],
  ['a/../b', 'outside'],
  ['a\\b', 'backslash'],
  ['a\u0000b', 'control'],
  ['da\u200bta.csv', 'U+200B'],
  ['folder\u202e/data.csv', 'U+202E'],
  ['ü'.repeat(128), '255 bytes'],
  ['a/'.repeat(600), '1,024 bytes'],
])('refuses %j', (path, problem) => {
  expect(toDataRoomPath([], path)).toEqual({ problem: expect.stringContaining(problem) });
});

it('keeps joiners where a script or an emoji needs them', () => {
  for (const path of ['داده\u200cها.csv', 'क्\u200dष.txt', '👩\u200d🔬.png']) {
    expect(toDataRoomPath([], path)).toEqual({ path });
  }
});

it('numbers a name before its extension', () => {
  const taken = new Set(['a/b.tar.gz', 'a/b.tar (2).gz', 'v1.2/readme']);
  const isTaken = (path: string) => taken.has(path);
  expect(freePath('a/b.tar.gz', isTaken)).toBe('a/b.tar (3).gz');
  expect(freePath('v1.2/readme', isTaken)).toBe('v1.2/readme (2)');
  expect(freePath('.env', isTaken)).toBe('.env (2)');
});
