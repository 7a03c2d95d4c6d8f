/**
 * The path in the data room that a link in a file refers to, relative to that file or, with a slash first, to the root.
 * `null` for URLs, places within the file, and paths that leave the room.
 */
export function roomPathOf(from: string, link: string): string | null {
  const target = link.replace(/[?#].*$/s, '');
  if (target === '' || target.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(target)) return null;
  const segments = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(decoded(segment));
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
