'use client';
import { useEffect, useState } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { PaletteDocument, type PaletteQuery } from '#lib/api/documents.generated.ts';

export type Found =
  | { status: 'idle' }
  /** `earlier` stays to be seen until the next comes. */
  | { status: 'searching'; earlier: PaletteQuery | null }
  | { status: 'found'; data: PaletteQuery }
  | { status: 'failed' };

/** A pause in typing after which it is worth asking. */
const pauseMs = 150;

/** Labs and files for what is being typed; the answer to what was typed before is never shown as this one's. */
export function useFound(words: string): Found {
  const [found, setFound] = useState<Found>({ status: 'idle' });

  useEffect(() => {
    if (words.length < 2) {
      setFound({ status: 'idle' });
      return;
    }
    const leaving = new AbortController();
    setFound((before) => ({ status: 'searching', earlier: dataOf(before) }));
    const timer = setTimeout(async () => {
      try {
        const data = await callApi(PaletteDocument, { words }, leaving.signal);
        if (!leaving.signal.aborted) setFound({ status: 'found', data });
      } catch {
        if (!leaving.signal.aborted) setFound({ status: 'failed' });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [words]);

  return found;
}

/** What is to be seen. */
export function dataOf(found: Found): PaletteQuery | null {
  if (found.status === 'found') return found.data;
  return found.status === 'searching' ? found.earlier : null;
}
