import { expect, it, vi } from 'vitest';
import { KeptReads } from './kept-reads.ts';

it('reads once per version, also for concurrent callers', async () => {
  const reads = new KeptReads<number>(10);
  const load = vi.fn(async () => load.mock.calls.length);
  expect(await Promise.all([reads.read('a', '1', load), reads.read('a', '1', load)])).toEqual([1, 1]);
  expect(await reads.read('a', '2', load)).toBe(2);
  expect(await reads.read('a', '2', load)).toBe(2);
});

it('reads again after a failure', async () => {
  const reads = new KeptReads<string>(10);
  await expect(reads.read('a', '1', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await reads.read('a', '1', async () => 'up')).toBe('up');
});

it('drops the least recently used key beyond its limit', async () => {
  const reads = new KeptReads<string>(2);
  const load = vi.fn(async () => '');
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await reads.read(key, '1', load);
  expect(load).toHaveBeenCalledTimes(4);
});

it('uses a result of another version while it is young enough', async () => {
  const reads = new KeptReads<string>(10);
  expect(await reads.read('a', '1', async () => 'one', 60_000)).toBe('one');
  expect(await reads.read('a', '2', async () => 'two', 60_000)).toBe('one');
  vi.useFakeTimers({ now: Date.now() + 60_001 });
  expect(await reads.read('a', '2', async () => 'two', 60_000)).toBe('two');
  vi.useRealTimers();
});
