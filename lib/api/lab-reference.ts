import { visibleName } from '../visible-name.ts';

export type LabSection =
  | 'overview'
  | 'files'
  | 'activity'
  | 'members'
  | 'tokenize'
  | 'settings'
  | 'releases'
  | 'changes';

/** Path of a page of a lab; `rest` are further segments, e.g. a folder of the data room. */
export function labPath(
  shortname: string,
  section: LabSection = 'overview',
  rest: readonly string[] = [],
): string {
  const segments = ['labs', shortname, ...(section === 'overview' ? [] : [section]), ...rest];
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

/** Path of a file's page. Without `version`, the newest version is shown. */
export function filePath(shortname: string, path: string, version?: number | null): string {
  const folders = path.split('/').slice(0, -1);
  const file = `${labPath(shortname, 'files', folders)}?file=${encodeURIComponent(path)}`;
  return version ? `${file}&version=${version}` : file;
}

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
