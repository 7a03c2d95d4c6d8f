import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptPages } from './kept-pages.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const page = (bytes: number) => ({ headers: {}, body: Buffer.alloc(bytes) });

test('a page is kept for half a minute after its render began', () => {
  const kept = new KeptPages();
  const begunAt = performance.now();
  vi.advanceTimersByTime(5_000);
  kept.set('/', page(1), 'one', begunAt);
  vi.advanceTimersByTime(24_999);
  expect(kept.get('/')).toMatchObject({ version: 'one' });
  vi.advanceTimersByTime(1);
  expect(kept.get('/')).toBeUndefined();
});

test('pages take a bounded part of the memory, and those go first that nobody asked for', () => {
  const kept = new KeptPages();
  const names = Array.from({ length: 40 }, (_, at) => `/${at}`);
  for (const name of names) {
    kept.set(name, page(2 ** 20), 'one', performance.now());
    expect(kept.get('/0')).toBeDefined();
  }
  const left = names.filter((name) => kept.get(name));
  expect(left).toHaveLength(31);
  expect(left).toEqual(['/0', ...names.slice(10)]);
});

test('a page that is rendered again counts once', () => {
  const kept = new KeptPages();
  for (let again = 0; again < 100; again += 1) kept.set('/', page(2 ** 20), 'one', performance.now());
  kept.set('/other', page(2 ** 20), 'one', performance.now());
  expect([kept.get('/'), kept.get('/other')].every(Boolean)).toBe(true);
});
