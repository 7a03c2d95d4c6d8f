import { filePath, type LabSection, labPath } from '@labroom/protocol/lab-pages';
import { visibleName } from '../names/visible-name.ts';

export { filePath, type LabSection, labPath };

/** Marks the page of a file that was opened by a former path. */
export const movedParam = 'moved';

/** Path of a file's page, for a link with a former path. */
export function movedFilePath(shortname: string, path: string, version?: number | null): string {
  return `${filePath(shortname, path, version)}&${movedParam}=1`;
}

/** Display name of a lab: its name or, without one, its number. */
export function labTitle(lab: { name: string | null; labNftTokenId: string }): string {
  return lab.name === null ? `Lab #${lab.labNftTokenId}` : visibleName(lab.name);
}

/** Path of a discussion of a file or, without `path`, of the lab. */
export function discussionPath(
  shortname: string,
  { path, threadId }: { path: string | null; threadId: string | null },
): string {
  const page =
    path === null ? `${labPath(shortname, 'activity')}?show=discussion` : filePath(shortname, path);
  return `${page}#${threadId ?? 'discussion'}`;
}
