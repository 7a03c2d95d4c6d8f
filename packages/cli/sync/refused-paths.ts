import { hiddenCharacter } from '@labroom/protocol/hidden-character';
import { looksLike, skeleton } from '@labroom/protocol/look-alikes';
import type { Skipped } from './read-folder.ts';

/** A folder: its entries by name, and their names by what they look like. */
interface Level {
  entries: Map<string, Level>;
  looks: Map<string, string[]>;
}

const emptyLevel = (): Level => ({ entries: new Map(), looks: new Map() });

/**
 * New paths that the service would refuse for their names, with the reason: those with a hidden character, and those that look
 * the same as another path of the lab or as one before them.
 */
export function findRefusedPaths(paths: readonly string[], present: Iterable<string>): Skipped[] {
  const root = emptyLevel();
  if (paths.length > 0) for (const path of present) add(root, path);
  return paths.flatMap((path) => {
    const hidden = hiddenCharacter(path);
    if (hidden) return [{ path, reason: `has the hidden character ${hidden}; rename it` }];
    const like = findLike(root, path);
    if (like !== null) return [{ path, reason: `looks the same as ${like}; rename it` }];
    add(root, path);
    return [];
  });
}

function add(root: Level, path: string): void {
  let level = root;
  for (const name of path.split('/')) {
    let next = level.entries.get(name);
    if (!next) {
      next = emptyLevel();
      level.entries.set(name, next);
      const look = skeleton(name);
      const alike = level.looks.get(look);
      if (alike) alike.push(name);
      else level.looks.set(look, [name]);
    }
    level = next;
  }
}

/** The path that the first new level of a path would look the same as; `null` if there is none. */
function findLike(root: Level, path: string): string | null {
  let level = root;
  const above: string[] = [];
  for (const name of path.split('/')) {
    const next = level.entries.get(name);
    if (!next) {
      const like = level.looks.get(skeleton(name))?.find((other) => looksLike(other, name));
      return like === undefined ? null : [...above, like].join('/');
    }
    above.push(name);
    level = next;
  }
  return null;
}
