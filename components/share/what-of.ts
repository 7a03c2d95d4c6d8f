import { nameOf } from '#lib/data-room/moves.ts';
import { visibleName } from '#lib/names/visible-name.ts';

/** Files in words: the name of one, or their number. */
export function whatOf(paths: readonly string[]): string {
  const [only = ''] = paths;
  return paths.length === 1 ? visibleName(nameOf(only)) : `${paths.length} files`;
}
