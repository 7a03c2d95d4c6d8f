import type { ActivityFieldsFragment, ActivityGroupsQuery, LabNameFragment } from '@labroom/client/documents';

/** An entry of a feed with its lab. */
export type ActivityNode = ActivityFieldsFragment & { lab: LabNameFragment };
export type ActivityGroupNode = ActivityGroupsQuery['activityGroups']['nodes'][number];
export type FileEntry = Extract<ActivityNode, { entry: unknown }>['entry'];

/** Entries of one lab, which names itself once. */
export function inLab(lab: LabNameFragment, entries: readonly ActivityFieldsFragment[]): ActivityNode[] {
  return entries.map((entry) => ({ ...entry, lab }));
}

/** What a node is about: a file, several files and folders, a release, readiness, a to-do, a discussion, or an announcement. */
export function subjectOf(node: ActivityNode) {
  if ('entry' in node) return node.entry;
  if ('release' in node) return node.release;
  if ('readiness' in node) return node.readiness;
  if ('todo' in node) return node.todo;
  if ('discussion' in node) return node.discussion;
  return 'change' in node ? node.change : node.announcement;
}

/** When the service recorded it, ISO 8601. */
export function recordedAt(node: ActivityNode): string {
  return subjectOf(node).systemTime;
}

/** Key of an entry, unique within one feed. */
export function activityKey(node: ActivityNode): string {
  return `${recordedAt(node)}:${node.__typename}:${idOf(node)}`;
}

function idOf(node: ActivityNode): string | null | undefined {
  if ('entry' in node) return `${node.entry.ref}:${node.entry.version}`;
  if ('change' in node) return node.change.entries[0]?.from;
  if ('release' in node) return node.release.did;
  if ('readiness' in node) return node.lab.oclId;
  if ('discussion' in node)
    return `${node.discussion.action}:${node.discussion.threadId ?? node.discussion.ref}`;
  return 'todo' in node ? node.todo.id : node.announcement.id;
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
