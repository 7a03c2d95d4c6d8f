'use client';
import { useEffect, useState } from 'react';
import type { Draft } from '#lib/tokenize/draft.ts';
import { draftOfFragment } from '#lib/tokenize/draft-link.ts';

/** The draft in the URL that was opened, on load or later; and a function that discards it. */
export function useArrivingDraft(): [Draft | null, () => void] {
  const [incoming, setIncoming] = useState<Draft | null>(null);
  useEffect(() => {
    const read = () => setIncoming(draftOfFragment(window.location.hash));
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  function finish() {
    history.replaceState(null, '', window.location.pathname + window.location.search);
    setIncoming(null);
  }

  return [incoming, finish];
}
