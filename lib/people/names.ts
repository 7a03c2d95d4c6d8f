'use client';
import { useEffect, useSyncExternalStore } from 'react';
import type { PersonFieldsFragment } from '#packages/client/documents.generated.ts';

export type PersonName = PersonFieldsFragment;

/** What only this browser knows: the reader's labels, and names that the page looked up. */
export interface BrowserNames {
  /** By address. */
  labels: ReadonlyMap<string, string>;
  /** The address of each label, by the `nameKey` of its text. */
  labelKeys: ReadonlyMap<string, string>;
  /** By address; `null` without a name. */
  found: ReadonlyMap<string, PersonName | null>;
}

export const labelsKey = 'labroom.labels';
const none: BrowserNames = { labels: new Map(), labelKeys: new Map(), found: new Map() };
let names = none;
let started: Promise<typeof import('./browser-names.ts')> | undefined;
const listeners = new Set<() => void>();

export const browserNames = () => names;

export function setBrowserNames(next: Partial<BrowserNames>): void {
  names = { ...names, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

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
  return useSyncExternalStore(subscribe, browserNames, () => none);
}

function hasLabels(): boolean {
  try {
    return labelsKey in localStorage;
  } catch {
    return false;
  }
}
