import { afterEach, expect, it, vi } from 'vitest';
import { keepDraft, readDraft } from './drafts.ts';

afterEach(() => vi.unstubAllGlobals());

it('stores drafts about public files, and drafts about encrypted ones in memory only', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  keepDraft('a', 'public words', false);
  keepDraft('b', 'secret words', true);
  expect([readDraft('a', false), readDraft('b', true)]).toEqual(['public words', 'secret words']);
  expect([...stored.values()]).toEqual(['public words']);
  keepDraft('a', '', false);
  keepDraft('b', '', true);
  expect([readDraft('a', false), readDraft('b', true), stored.size]).toEqual(['', '', 0]);
});

it('works where the browser stores nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  keepDraft('a', 'words', false);
  expect(readDraft('a', false)).toBe('');
});
