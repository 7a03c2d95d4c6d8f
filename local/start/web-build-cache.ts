import { constants, type Dirent } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** Builds of the web app in the user's cache folder, by the hash of their sources, shared by all clones. */
export const webBuilds = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
  'labroom/web-builds',
);

/** A build takes about 70 MB. */
const maxBuilds = 4;
/** What Next writes for its own next build; each clone keeps it. */
const isNextsOwn = (name: string) => name === 'cache' || name.startsWith('trace');
const copyOptions = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE } as const;

/**
 * Replaces `target` by the kept build of these sources, except for Next's own cache in it.
 * @returns whether there is one. If not, or if it cannot be copied, `target` may be incomplete.
 */
export async function restoreBuild(builds: string, hash: string, target: string): Promise<boolean> {
  const kept = path.join(builds, hash);
  try {
    // Before the copy, so that it is not the oldest when another start keeps its build.
    await utimes(kept, new Date(), new Date());
    await mkdir(target, { recursive: true });
    for (const { name } of await entriesOf(target))
      await rm(path.join(target, name), { recursive: true, force: true });
    await cp(kept, target, copyOptions);
    return true;
  } catch {
    return false;
  }
}

/** Keeps a build for other clones and for a return to these sources. Keeps nothing if the folder cannot be written. */
export async function keepBuild(builds: string, hash: string, source: string): Promise<void> {
  const coming = path.join(builds, `coming-${hash}-${process.pid}`);
  try {
    await mkdir(coming, { recursive: true, mode: 0o700 });
    for (const { name } of await entriesOf(source))
      await cp(path.join(source, name), path.join(coming, name), copyOptions);
    await rename(coming, path.join(builds, hash));
    await removeOldest(builds);
  } catch {
    await rm(coming, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function entriesOf(build: string): Promise<Dirent[]> {
  const entries = await readdir(build, { withFileTypes: true });
  return entries.filter(({ name }) => !isNextsOwn(name));
}

async function removeOldest(builds: string): Promise<void> {
  const dated = await Promise.all(
    (await readdir(builds)).map(async (name) => ({
      name,
      used: (await stat(path.join(builds, name))).mtimeMs,
    })),
  );
  for (const { name } of dated.toSorted((a, b) => b.used - a.used).slice(maxBuilds))
    await rm(path.join(builds, name), { recursive: true, force: true });
}
