import { expect, it, vi } from 'vitest';
import { noteWritten } from '#lib/prefetch/written.ts';
import { isPrefetched, prefetchFile } from './prefetch-file.ts';

vi.mock('#lib/api/browser-client.ts', () => ({
  browserApi: () => ({ query: () => ({ toPromise: async () => ({}) }) }),
}));

it('a prefetched file is used for 30 seconds, and not after a change by this page', () => {
  vi.useFakeTimers();
  prefetchFile('0x01', 'data.csv');
  vi.advanceTimersByTime(29_000);
  expect([isPrefetched('0x01', 'data.csv'), isPrefetched('0x01', 'other.csv')]).toEqual([true, false]);
  vi.advanceTimersByTime(1_000);
  expect(isPrefetched('0x01', 'data.csv')).toBe(false);

  prefetchFile('0x01', 'data.csv');
  vi.advanceTimersByTime(1_000);
  noteWritten();
  expect(isPrefetched('0x01', 'data.csv')).toBe(false);
  vi.useRealTimers();
});
