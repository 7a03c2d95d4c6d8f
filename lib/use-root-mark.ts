'use client';
import { useEffect } from 'react';

/**
 * Sets `data-<name>` of the root element while there is a value, for rules about the whole page. `:root:has(…)` would do
 * without, but then the browser computes the styles of all that such a rule may concern at each inserted element.
 *
 * @param name without a capital letter
 */
export function useRootMark(name: string, value: string | null): void {
  useEffect(() => {
    if (value === null) return;
    const { dataset } = document.documentElement;
    dataset[name] = value;
    return () => {
      delete dataset[name];
    };
  }, [name, value]);
}
