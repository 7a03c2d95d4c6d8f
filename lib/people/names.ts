'use client';
import { useEffect, useSyncExternalStore } from 'react';
import { type BrowserNames, browserNames, labelsKey, noNames, subscribeToNames } from './name-store.ts';

let started: Promise<typeof import('./browser-names.ts')> | undefined;

/**
 * What this browser knows about people. Loads its code on demand: where there are labels, or a name must be looked up.
 * @param unknown an address whose name the server has not sent
 */
export function useBrowserNames(unknown?: string): BrowserNames {
  useEffect(() => {
    if (!unknown && !hasLabels()) return;
    started ??= import('./browser-names.ts');
    // Without that code the addresses stay.
    started.then(({ lookUp }) => unknown && lookUp(unknown)).catch(() => undefined);
  }, [unknown]);
  return useSyncExternalStore(subscribeToNames, browserNames, () => noNames);
}

function hasLabels(): boolean {
  try {
    return labelsKey in localStorage;
  } catch {
    return false;
  }
}
