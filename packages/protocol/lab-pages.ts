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
