'use client';
import { useEffect, useState } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { DidLinkDocument, type DidLinkQuery } from '#packages/client/documents.generated.ts';

export type DidLink = DidLinkQuery['getDidLinkStatus']['didLinkStatus'];

const POLL_INTERVAL_MS = 1_000;

/** Polls the DID linking of a registered lab until it ends. `null` before the first response. */
export function useDidLink(oclId: string | null): DidLink | null {
  const [link, setLink] = useState<DidLink | null>(null);
  useEffect(() => {
    if (!oclId) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      // A failed request is repeated at the next interval: nothing here needs the user.
      const answer = await callApi(DidLinkDocument, { oclId }, gone.signal).catch(() => null);
      if (gone.signal.aborted) return;
      const next = answer?.getDidLinkStatus.didLinkStatus ?? null;
      if (next) setLink(next);
      if (next?.status !== 'LINKED' && next?.status !== 'FAILED') timer = setTimeout(poll, POLL_INTERVAL_MS);
    };
    void poll();
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [oclId]);
  return link;
}
