/** Files per request for the URLs of pictures. */
export const URLS_PER_PAGE = 50;

/**
 * The page of the API's list of files below `prefix` on which each file is. `files` are in the order of that list. A page is
 * requested when the first of its pictures is seen.
 */
export function urlPages(files: readonly { path: string }[], prefix: string): ReadonlyMap<string, number> {
  const below = files.filter(({ path }) => path.startsWith(prefix));
  return new Map(below.map(({ path }, index) => [path, Math.floor(index / URLS_PER_PAGE)]));
}
