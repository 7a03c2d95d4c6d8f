'use client';
import { startTransition, useEffect, useState } from 'react';
import { takeTurn } from './drawing-turns.ts';

/** What one part weighs, if nothing else is known: a frame draws one of them. */
const WHOLE_FRAME = 500;

/**
 * How many parts of a long list are drawn: the first ones at once, and one more with each turn of the page, so that no
 * step keeps it from answering. Begins anew with another list.
 * @param list identity of the list
 * @param count number of its parts
 * @param first how many are drawn at once, on the server too
 */
export function useDrawn(list: unknown, count: number, first = 1, weight = WHOLE_FRAME): number {
  const [drawn, setDrawn] = useState({ list, parts: first });
  const parts = drawn.list === list ? drawn.parts : first;
  useEffect(() => {
    if (parts >= count) return;
    return takeTurn(() => startTransition(() => setDrawn({ list, parts: parts + 1 })), weight);
  }, [list, parts, count, weight]);
  return Math.min(parts, count);
}
