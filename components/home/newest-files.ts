import type { LabNameFragment, NewestEntriesQuery } from '@labroom/client/documents';
import { type FileKind, fileKindOf } from '@labroom/formats/file-kind';
import type { FileEntry } from '../core/activity/activity-entry.ts';

export type RecentEntry = NewestEntriesQuery['activities']['activities'][number];

interface NewestFile {
  lab: LabNameFragment;
  entry: FileEntry;
  kind: FileKind;
}

/** The newest file of each kind in a feed that begins with the newest entry. Removed files are left out. */
export function newestOfEachKind(nodes: readonly RecentEntry[]): NewestFile[] {
  const seen = new Set<string>();
  const found = new Map<FileKind, NewestFile>();
  for (const node of nodes) {
    if (!('entry' in node) || seen.has(node.entry.ref)) continue;
    seen.add(node.entry.ref);
    const kind = fileKindOf(node.entry.contentType);
    if (node.__typename !== 'LabEventFileRemoved' && !found.has(kind))
      found.set(kind, { lab: node.lab, entry: node.entry, kind });
  }
  return [...found.values()];
}
