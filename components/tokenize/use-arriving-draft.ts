'use client';
import { useEffect, useState } from 'react';
import type { Draft } from '#lib/tokenize/draft.ts';
import { draftOfFragment } from '#lib/tokenize/draft-link.ts';

/** The draft in the link that brought somebody here, or that was opened while the page was there; and an end of it. */
export function useArrivingDraft(): [Draft | null, () => void] {
  const [came, setCame] = useState<Draft | null>(null);
  useEffect(() => {
    const read = () => setCame(draftOfFragment(window.location.hash));
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  function finish() {
    history.replaceState(null, '', window.location.pathname + window.location.search);
    setCame(null);
  }

  return [came, finish];
}
