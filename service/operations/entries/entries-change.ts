import type { EntriesChange } from '#platform/db/tables/activity.ts';

export type ChangedEntry = EntriesChange['first'][number];

/** Entries that the feed names. */
const named = 20;

/** What the feed keeps about a change of several entries. */
export function entriesChange(entries: readonly ChangedEntry[]): EntriesChange {
  return {
    first: entries.slice(0, named),
    entryCount: entries.length,
    fileCount: entries.reduce((sum, { fileCount }) => sum + fileCount, 0),
  };
}
