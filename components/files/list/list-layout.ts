'use client';
import { useSyncExternalStore } from 'react';
import { type ColumnId, columnNames } from './columns.ts';

/** How this browser shows data rooms. */
export interface ListLayout {
  columns: readonly ColumnId[];
  isCompact: boolean;
  /** Folders that are shown as galleries, by `galleryKey`; the newest last. */
  galleries: readonly string[];
}

// The oldest are forgotten.
const MOST_GALLERIES = 200;

/** Names a folder of a lab. */
export const galleryKey = (oclId: string, folder: string) => `${oclId}/${folder}`;

export const plainLayout: ListLayout = {
  columns: ['access', 'version', 'size', 'updated'],
  isCompact: false,
  galleries: [],
};

const key = 'labroom.files';
const listeners = new Set<() => void>();
let known: { json: string | null; layout: ListLayout } = { json: null, layout: plainLayout };

/** The layout that this browser remembers, and a function that changes it. The server renders the plain one. */
export function useListLayout(): [ListLayout, (change: Partial<ListLayout>) => void] {
  return [useSyncExternalStore(subscribe, read, () => plainLayout), write];
}

/** Reads what was stored. Unknown values become the default. */
export function parseLayout(json: string | null): ListLayout {
  const stored = asRecord(json);
  const columns = Array.isArray(stored.columns) ? stored.columns : plainLayout.columns;
  return {
    columns: columnNames.map(({ id }) => id).filter((id) => columns.includes(id)),
    isCompact: stored.isCompact === true,
    galleries: Array.isArray(stored.galleries)
      ? stored.galleries.filter((key) => typeof key === 'string').slice(-MOST_GALLERIES)
      : plainLayout.galleries,
  };
}

function asRecord(json: string | null): Record<string, unknown> {
  try {
    return { ...JSON.parse(json ?? '{}') };
  } catch {
    return {};
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function read(): ListLayout {
  const json = localStorage.getItem(key);
  if (json !== known.json) known = { json, layout: parseLayout(json) };
  return known.layout;
}

function write(change: Partial<ListLayout>): void {
  localStorage.setItem(key, JSON.stringify({ ...read(), ...change }));
  for (const listener of listeners) listener();
}
