'use client';
import { startTransition, useEffect, useState } from 'react';

/**
 * How many parts of a long list are drawn: the first ones at once, and one more with each step, so that no step keeps
 * the page from answering. Begins anew with another list.
 * @param list identity of the list
 * @param count number of its parts
 * @param first how many are drawn at once, on the server too
 */
export function useDrawn(list: unknown, count: number, first = 1): number {
  const [drawn, setDrawn] = useState({ list, parts: first });
  const parts = drawn.list === list ? drawn.parts : first;
  useEffect(() => {
    if (parts >= count) return;
    // After the browser has drawn the previous part.
    const frame = requestAnimationFrame(() => {
      startTransition(() => setDrawn({ list, parts: parts + 1 }));
    });
    return () => cancelAnimationFrame(frame);
  }, [list, parts, count]);
  return Math.min(parts, count);
}
