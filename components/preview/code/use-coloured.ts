'use client';
import { readInWorker } from '@labroom/formats/read-in-worker';
import { useEffect, useState } from 'react';
import type { CodeLine } from './coloured-line.tsx';

// More elements would slow down the page.
const MAX_CHARACTERS = 100_000;

/** Parts that may wait for a worker at once; each starts one. Further ones stay without colours. */
const MOST_WAITING = 60;

/** Readings run one after another, so that a page with many parts in code does not start many workers at once. */
let before: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * The lines of texts in one language, in coloured tokens. `null` until a worker has read them, and for texts that are
 * too long or that cannot be read in time.
 */
export function useColoured(texts: readonly string[], language: string | null): CodeLine[][] | null {
  const [coloured, setColoured] = useState<{ key: string; lines: CodeLine[][] } | null>(null);
  const isShort = texts.reduce((sum, { length }) => sum + length, 0) <= MAX_CHARACTERS;
  const wanted = language && isShort && texts.length > 0 ? JSON.stringify(texts) : null;
  useEffect(() => {
    if (!language || !wanted || waiting >= MOST_WAITING) return;
    waiting += 1;
    const controller = new AbortController();
    const { signal } = controller;
    const read = () =>
      signal.aborted ? null : readInWorker('code', new Blob([wanted]), { signal, options: { language } });
    before = before
      .then(read)
      .then(
        (lines) => lines && !signal.aborted && setColoured({ key: wanted, lines }),
        // Without colours the text stays as it is.
        () => undefined,
      )
      .finally(() => {
        waiting -= 1;
      });
    return () => controller.abort();
  }, [language, wanted]);
  return coloured && coloured.key === wanted ? coloured.lines : null;
}
