import { DOWNLOAD_PATH } from './public-routes.ts';

interface Place {
  /** Public URL of the service. */
  baseUrl: string;
  oclId: string;
}

/**
 * Returns the first object of an answer with several fields, with links in the place of `downloadUrl`; `null` if the
 * document found nothing.
 */
export function putLinks(data: unknown, place: Place): unknown {
  if (typeof data !== 'object' || data === null) return null;
  const [first, ...others] = Object.values(data);
  return others.length === 0 ? putLinks(first, place) : linked(data, place, undefined);
}

/** @param path of the file that the value is part of */
function linked(value: unknown, place: Place, path: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => linked(item, place, path));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  const own = typeof fields.path === 'string' ? fields.path : path;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      name === 'downloadUrl' ? linkOf(fields, place, own ?? '') : linked(field, place, own),
    ]),
  );
}

function linkOf(
  { accessLevel, version }: Record<string, unknown>,
  { baseUrl, oclId }: Place,
  path: string,
): string | null {
  if (accessLevel !== 'PUBLIC') return null;
  const segments = path.split('/').map(encodeURIComponent).join('/');
  return `${baseUrl}${DOWNLOAD_PATH.replace('{oclId}', oclId).replace('{path}', () => segments)}?version=${version}`;
}
