'use client';
import { useEffect, useState } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { DidLinkDocument, type DidLinkQuery } from '#packages/client/documents.generated.ts';

export type DidLink = DidLinkQuery['getDidLinkStatus']['didLinkStatus'];

const LOOK_AGAIN_MS = 1_000;

/** How far the linking of a registered lab's DIDs is, until it has ended. `null` before the first answer. */
export function useDidLink(oclId: string | null): DidLink | null {
  const [link, setLink] = useState<DidLink | null>(null);
  useEffect(() => {
    if (!oclId) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      // A look that fails is taken again: nothing here waits for the person.
      const answer = await callApi(DidLinkDocument, { oclId }, gone.signal).catch(() => null);
      if (gone.signal.aborted) return;
      const next = answer?.getDidLinkStatus.didLinkStatus ?? null;
      if (next) setLink(next);
      if (next?.status !== 'LINKED' && next?.status !== 'FAILED') timer = setTimeout(look, LOOK_AGAIN_MS);
    };
    void look();
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [oclId]);
  return link;
}
