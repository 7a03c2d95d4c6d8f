/** A path or name of at most so many characters: of a longer one both ends, as they tell the most. */
export function shortPath(path: string, length = 80): string {
  const characters = [...path];
  if (characters.length <= length) return path;
  const end = Math.floor(length / 3);
  return `${characters.slice(0, length - end - 1).join('')}…${characters.slice(-end).join('')}`;
}
