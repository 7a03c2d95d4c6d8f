'use client';
import { useEffect } from 'react';

/** Fetches a page of a lab when somebody is about to open it. The code for that is loaded after the page. */
export function PagePrefetch(): null {
  useEffect(() => {
    import('#lib/prefetch/pages.ts').then(
      ({ prefetchPages }) => prefetchPages(),
      // Links work without it.
      () => undefined,
    );
  }, []);
  return null;
}
