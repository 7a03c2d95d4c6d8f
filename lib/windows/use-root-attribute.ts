'use client';
import { useEffect } from 'react';

/**
 * Sets the attribute `data-<name>` of the root element while there is a value. Style rules about the whole page use it. With
 * `:root:has(…)` they would need no script, but the browser would compute the styles of the whole page at each inserted element.
 *
 * @param name in lowercase letters
 */
export function useRootAttribute(name: string, value: string | null): void {
  useEffect(() => {
    if (value === null) return;
    const { dataset } = document.documentElement;
    dataset[name] = value;
    return () => {
      delete dataset[name];
    };
  }, [name, value]);
}
