import { afterAll, expect, it, vi } from 'vitest';

vi.mock('#lib/api/browser-client.ts', () => ({
  browserApi: () => ({ query: () => ({ toPromise: async () => ({}) }) }),
}));

// No other file of this worker may get the mock.
afterAll(() => vi.resetModules());

it('a prefetched file is used for 30 seconds, and not after a change by this page', async () => {
  // Another file of this worker may have loaded the real API client.
  vi.resetModules();
  const { isPrefetched, prefetchFile } = await import('./prefetch-file.ts');
  const { noteWritten } = await import('#lib/prefetch/written.ts');
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
