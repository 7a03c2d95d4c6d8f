import type { LabActivityQuery } from '#packages/client/documents.generated.ts';

export type ActivityNode = LabActivityQuery['labActivity']['nodes'][number];
export type FileEntry = Extract<ActivityNode, { entry: unknown }>['entry'];

/** What a node is about: a file, several files and folders, a release, or an announcement. */
export function subjectOf(node: ActivityNode) {
  if ('entry' in node) return node.entry;
  if ('release' in node) return node.release;
  return 'change' in node ? node.change : node.announcement;
}

/** When the service recorded it, ISO 8601. */
export function recordedAt(node: ActivityNode): string {
  return subjectOf(node).systemTime;
}

/** Key of an entry, unique within one feed. */
export function activityKey(node: ActivityNode): string {
  const subject =
    'entry' in node
      ? `${node.entry.ref}:${node.entry.version}`
      : 'change' in node
        ? node.change.entries[0]?.from
        : 'release' in node
          ? node.release.did
          : node.announcement.id;
  return `${recordedAt(node)}:${node.__typename}:${subject}`;
}

/** The files in a feed in their current state, newest first. Removed files are left out. */
export function newestFiles(nodes: readonly ActivityNode[], limit: number): FileEntry[] {
  const seen = new Set<string>();
  const files: FileEntry[] = [];
  for (const node of nodes) {
    if (!('entry' in node) || seen.has(node.entry.ref)) continue;
    seen.add(node.entry.ref);
    if (node.__typename !== 'LabEventFileRemoved') files.push(node.entry);
  }
  return files.slice(0, limit);
}
