import { visibleName } from './visible-name.ts';

/** A path or name of at most `length` characters. A longer one is shortened in the middle. */
export function shortPath(path: string, length = 80): string {
  const shown = visibleName(path);
  const characters = [...shown];
  if (characters.length <= length) return shown;
  const end = Math.floor(length / 3);
  return `${characters.slice(0, length - end - 1).join('')}…${characters.slice(-end).join('')}`;
}
