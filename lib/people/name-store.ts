import type { PersonFieldsFragment } from '@labroom/client/documents';

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
export const noNames: BrowserNames = { labels: new Map(), labelKeys: new Map(), found: new Map() };
let names = noNames;
const listeners = new Set<() => void>();

export const browserNames = () => names;

export function setBrowserNames(next: Partial<BrowserNames>): void {
  names = { ...names, ...next };
  for (const listener of listeners) listener();
}

export function subscribeToNames(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
