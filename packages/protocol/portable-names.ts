/** Whether Windows refuses a name, or cuts its end. */
export const isReservedOnWindows = (name: string) =>
  /[<>:"|?*]|[. ]$/.test(name) ||
  /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i.test(name.trim());

/** A path that some system cannot hold, and the path or folder that differs from it only in case, if that is the reason. */
interface Unportable {
  path: string;
  twin: string | null;
}

/**
 * Paths that some system cannot hold: Windows refuses a name in them, or another path or folder differs only in case. `present` are the
 * paths that are there already; what is among them was accepted before.
 */
export function unportablePaths(paths: readonly string[], present: Iterable<string> = []): Unportable[] {
  const before = new Set([...present].flatMap(prefixesOf));
  const added = [...new Set(paths)];
  const spellings = Map.groupBy(new Set([...before, ...added.flatMap(prefixesOf)]), fold);
  const twinOf = (path: string) =>
    prefixesOf(path).flatMap((prefix) =>
      before.has(prefix) ? [] : (spellings.get(fold(prefix)) ?? []).filter((other) => other !== prefix),
    )[0] ?? null;
  return added.flatMap((path) => {
    const twin = twinOf(path);
    const isRefused = !before.has(path) && path.split('/').some(isReservedOnWindows);
    return twin !== null || isRefused ? [{ path, twin }] : [];
  });
}

/** A hint for those who give the names; `null` if every system can hold them. */
export function describeUnportable(paths: readonly string[], present: Iterable<string> = []): string | null {
  const found = unportablePaths(paths, present);
  if (found.length === 0) return null;
  const given = new Set(paths);
  const named = found
    .slice(0, 3)
    .map(({ path, twin }) => (twin === null || given.has(twin) ? path : `${path} (beside ${twin})`));
  const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
  return `Not every system can hold these names: ${named.join(', ')}${more}. Windows and macOS may refuse or mix them up after a download.`;
}

const fold = (path: string) => path.toLowerCase();

/** A path and the folders above it, the highest first. */
function prefixesOf(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}
