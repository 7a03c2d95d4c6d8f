import { visibleName } from '../visible-name.ts';

/** The lab segment of a URL. */
export type LabReference = { oclId: string } | { shortname: string };

/**
 * Parses the `[lab]` segment of a URL: an oclId in any case, or a shortname. Returns `null` for a value that is
 * neither.
 */
export function parseLabSegment(segment: string): LabReference | null {
  const text = decode(segment)?.trim();
  if (!text) return null;
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { oclId: text.toLowerCase() };
  return text.length <= 200 && !text.includes('/') ? { shortname: text } : null;
}

export type LabSection = 'overview' | 'files' | 'activity' | 'members' | 'tokenize' | 'settings';

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

/** Display name of a lab: its name or, without one, its number. */
export function labTitle(lab: { name: string | null; labNftTokenId: string }): string {
  return lab.name === null ? `Lab #${lab.labNftTokenId}` : visibleName(lab.name);
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
