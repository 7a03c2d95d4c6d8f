import { type AccessLevel, accessLevels } from '@labroom/protocol/access-level';

interface KnownFile {
  path: string;
  /** `PUBLIC`, `ADMIN`, `HOLDERS`, or a level of a later service, which is never proposed. */
  accessLevel: string;
}

export interface ProposedAccess {
  level: AccessLevel;
  /** The folder whose files have it; `''` is the top folder. */
  folder: string;
  /** Path of one of these files. */
  example: string;
}

/** How many files have a level, and the path of one of them. */
type Counts = Map<AccessLevel, { count: number; example: string }>;

/** Of equally common levels, the one for fewer people is proposed. */
const narrowestFirst: readonly AccessLevel[] = ['ADMIN', 'HOLDERS', 'PUBLIC'];

/**
 * Tells what new files of a folder are proposed to be: the most common access of the files in it, or in the folders in it, or
 * else that of the nearest folder above. `null` where no file is known.
 */
export function proposeAccess(files: Iterable<KnownFile>): (folder: string) => ProposedAccess | null {
  const inFolder = new Map<string, Counts>();
  const belowFolder = new Map<string, Counts>();
  for (const { path, accessLevel } of files) {
    const level = accessLevels.find((one) => one === accessLevel);
    const [folder = '', ...above] = foldersUpFrom(parentOf(path));
    if (!level) continue;
    count(inFolder, folder, level, path);
    for (const one of above) count(belowFolder, one, level, path);
  }
  return (wanted) => {
    for (const folder of foldersUpFrom(wanted)) {
      const found = mostCommon(inFolder.get(folder)) ?? mostCommon(belowFolder.get(folder));
      if (found) return { ...found, folder };
    }
    return null;
  };
}

/** The folder in which all of these paths are, directly or in its folders; `''` is the top folder. */
export function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => parentOf(path).split('/'));
  const differs = first.findIndex((name, depth) => others.some((other) => other[depth] !== name));
  return (differs === -1 ? first : first.slice(0, differs)).join('/');
}

function count(folders: Map<string, Counts>, folder: string, level: AccessLevel, path: string): void {
  const counts = folders.get(folder) ?? new Map();
  const now = counts.get(level) ?? { count: 0, example: path };
  folders.set(folder, counts.set(level, { ...now, count: now.count + 1 }));
}

function mostCommon(counts: Counts | undefined): Omit<ProposedAccess, 'folder'> | undefined {
  let most: { level: AccessLevel; count: number; example: string } | undefined;
  for (const level of narrowestFirst) {
    const found = counts?.get(level);
    if (found && found.count > (most?.count ?? 0)) most = { level, ...found };
  }
  return most && { level: most.level, example: most.example };
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A folder and those above it, up to the top folder. */
function foldersUpFrom(folder: string): string[] {
  const folders = [folder];
  for (let above = folder; above !== ''; ) {
    above = parentOf(above);
    folders.push(above);
  }
  return folders;
}
