import { expect, it } from 'vitest';
import { freePath, toDataRoomPath } from './data-room-path.ts';

it('joins folder and relative path in every form that browsers use', () => {
  for (const own of ['a/b.csv', '/a/b.csv', './a/b.csv', 'a//b.csv']) {
    expect(toDataRoomPath(['results', '2026'], own)).toEqual({ path: 'results/2026/a/b.csv' });
  }
});

it('normalizes to NFC, so that equal names give equal paths', () => {
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
])('rejects %j', (path, problem) => {
  expect(toDataRoomPath([], path)).toEqual({ problem: expect.stringContaining(problem) });
});

it('keeps joiners that a script or an emoji needs', () => {
  for (const path of ['داده\u200cها.csv', 'क्\u200dष.txt', '👩\u200d🔬.png']) {
    expect(toDataRoomPath([], path)).toEqual({ path });
  }
});

it('inserts a number before the extension', () => {
  const taken = new Set(['a/b.tar.gz', 'a/b.tar (2).gz', 'v1.2/readme']);
  const isTaken = (path: string) => taken.has(path);
  expect(freePath('a/b.tar.gz', isTaken)).toBe('a/b.tar (3).gz');
  expect(freePath('v1.2/readme', isTaken)).toBe('v1.2/readme (2)');
  expect(freePath('.env', isTaken)).toBe('.env (2)');
});
