/** Whether Windows refuses a name, or cuts its end. */
export const isReservedOnWindows = (name: string) =>
  /[<>:"|?*]|[. ]$/.test(name) ||
  /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i.test(name.trim());

/** Paths that some system cannot hold: Windows refuses a name in them, or another path differs only in case. */
export function unportablePaths(paths: readonly string[]): string[] {
  const byFolded = Map.groupBy(new Set(paths), (path) => path.toLowerCase());
  return [...new Set(paths)].filter(
    (path) =>
      path.split('/').some(isReservedOnWindows) || (byFolded.get(path.toLowerCase())?.length ?? 0) > 1,
  );
}

/** A hint for those who give the names; `null` if every system can hold them. */
export function describeUnportable(paths: readonly string[]): string | null {
  const found = unportablePaths(paths);
  if (found.length === 0) return null;
  const named = found.slice(0, 3).join(', ') + (found.length > 3 ? ` and ${found.length - 3} more` : '');
  return `Not every system can hold these names: ${named}. Windows and macOS may refuse or mix them up after a download.`;
}
