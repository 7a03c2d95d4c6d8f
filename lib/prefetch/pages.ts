import {
  getCurrentAppRouterState,
  publicAppRouterInstance,
} from 'next/dist/client/components/app-router-instance';
import { PrefetchKind } from 'next/dist/client/components/router-reducer/router-reducer-types';
import { invalidateSegmentCacheEntries } from 'next/dist/client/components/segment-cache/cache';
import { onIntent } from './intent.ts';
import { onWritten, sinceWritten } from './written.ts';

/** How long a prefetched page is used: Next's shortest time, `staleTimes.static` of `next.config.mjs`. */
const KEPT_MS = 30_000;

/** Pages of labs, without the documents below them that are no pages. */
const labPage = /^\/labs\/(?!new$)[^/]+(?!.*\/(?:atom\.xml|manifest\.json)$)/;

/**
 * Prefetches pages of labs that somebody is about to open. A part of a page that has its own use for the intent cancels
 * the event `intent` of the link.
 *
 * Next would take a page that was left less than 30 s ago for a prefetched one, and somebody who goes back and forth
 * would never see it change. So these pages are not prefetched, and none is for 30 s after a change.
 */
export function prefetchPages(): void {
  const left = new Map<string, number>();
  const noteHere = () => left.set(pageOf(location), Date.now());
  for (const sign of ['click', 'keydown']) document.addEventListener(sign, noteHere, { capture: true });
  window.addEventListener('popstate', noteHere);
  onWritten(() => {
    const state = getCurrentAppRouterState();
    if (state) invalidateSegmentCacheEntries(state.nextUrl, state.root);
  });
  onIntent((link) => {
    if (sinceWritten() < KEPT_MS) return;
    if (!link.dispatchEvent(new Event('intent', { bubbles: true, cancelable: true }))) return;
    for (const [page, time] of left) if (Date.now() - time >= KEPT_MS) left.delete(page);
    const page = pageOf(link);
    if (!labPage.test(link.pathname) || page === pageOf(location) || left.has(page)) return;
    publicAppRouterInstance.prefetch(page, { kind: PrefetchKind.FULL });
  });
}

const pageOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;
