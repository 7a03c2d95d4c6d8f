import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { prefetchPages } from './pages.ts';
import { noteWritten } from './written.ts';

const { prefetch, forget } = vi.hoisted(() => ({ prefetch: vi.fn(), forget: vi.fn() }));
vi.mock('next/dist/client/components/app-router-instance', () => ({
  publicAppRouterInstance: { prefetch },
  getCurrentAppRouterState: () => ({ nextUrl: null, root: {} }),
}));
vi.mock('next/dist/client/components/segment-cache/cache', () => ({ invalidateSegmentCacheEntries: forget }));

beforeAll(() => {
  vi.useFakeTimers();
  prefetchPages();
});
beforeEach(() => {
  // The limits of a minute are over.
  vi.advanceTimersByTime(60_000);
  history.replaceState(null, '', '/labs/here');
});
afterEach(() => vi.clearAllMocks());
// The next file runs in the same worker.
afterAll(() => void vi.useRealTimers());

function touch(href: string): void {
  document.body.innerHTML = `<a href="${href}">link</a>`;
  document.querySelector('a')?.dispatchEvent(new Event('touchstart', { bubbles: true }));
}

it('fetches pages of labs, and neither other pages nor documents', () => {
  for (const href of ['/labs/a', '/labs/a/files/b?file=b%2Fc.md', '/labs/a/members']) touch(href);
  const fetched = prefetch.mock.calls.map(([href]) => href);
  expect(fetched).toEqual(['/labs/a', '/labs/a/files/b?file=b%2Fc.md', '/labs/a/members']);
  for (const href of ['/', '/labs/new', '/labs/here', '/labs/a/activity/atom.xml', '/authorize?x=1'])
    touch(href);
  expect(prefetch).toHaveBeenCalledTimes(3);
});

it('drops what it fetched when the page changes something, and fetches nothing for 30 s', () => {
  noteWritten();
  expect(forget).toHaveBeenCalledTimes(1);
  touch('/labs/a');
  vi.advanceTimersByTime(29_000);
  touch('/labs/a');
  expect(prefetch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  touch('/labs/a');
  expect(prefetch).toHaveBeenCalledTimes(1);
});

it('does not fetch a page that was left less than 30 s ago', () => {
  document.body.click();
  history.replaceState(null, '', '/labs/there');
  touch('/labs/here');
  expect(prefetch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30_000);
  touch('/labs/here');
  expect(prefetch).toHaveBeenCalledTimes(1);
});

it('leaves a link to the part of the page that has its own use for the intent', () => {
  const keep = (event: Event) => event.preventDefault();
  document.addEventListener('intent', keep);
  touch('/labs/a');
  document.removeEventListener('intent', keep);
  expect(prefetch).not.toHaveBeenCalled();
});
