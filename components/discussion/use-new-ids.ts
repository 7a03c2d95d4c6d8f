'use client';
import { useState } from 'react';

/**
 * Ids of what is about to be created. A repeated attempt with the same words sends the same request, so it makes nothing twice;
 * an encrypted comment is not encrypted again.
 */
export function useNewIds() {
  const [kept] = useState(() => ({ current: newIds() }));
  return {
    async once<Prepared>(
      words: string,
      prepare: (threadId: string, commentId: string) => Promise<Prepared>,
    ): Promise<Prepared> {
      if (kept.current.words !== words) kept.current = { ...newIds(), words };
      const { threadId, commentId } = kept.current;
      kept.current.prepared ??= prepare(threadId, commentId);
      const { current } = kept;
      return (kept.current.prepared as Promise<Prepared>).catch((error: unknown) => {
        current.prepared = undefined;
        throw error;
      });
    },
    renew() {
      kept.current = newIds();
    },
  };
}

interface NewIds {
  threadId: string;
  commentId: string;
  words: string | null;
  prepared: Promise<unknown> | undefined;
}

const newIds = (): NewIds => ({
  threadId: crypto.randomUUID(),
  commentId: crypto.randomUUID(),
  words: null,
  prepared: undefined,
});
