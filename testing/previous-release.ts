import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/**
 * The state that upgrades are tested from as long as nothing is released: the last one before migration 0054. Once there are tags, it is the
 * newest `v*` before this state.
 */
const BEFORE_RELEASES = 'fda4d90560178eaf846e251b26fcba30d878fc46';

const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();

/** The version that upgrades are tested from; or why this checkout cannot test one. */
export type PreviousRelease = { name: string; commit: string } | { missing: string };

export async function findPreviousRelease(): Promise<PreviousRelease> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD~1').catch(() => null);
  const name = tag ?? BEFORE_RELEASES;
  try {
    return { name: tag ?? name.slice(0, 12), commit: await git('rev-parse', '--verify', `${name}^{commit}`) };
  } catch {
    return {
      missing: `this checkout does not have the history that ${tag ?? name.slice(0, 12)} is in (git fetch --unshallow --tags)`,
    };
  }
}

/** Checks a commit out, with packages to run its programs. The directory is deleted on disposal. */
export async function checkOut(commit: string): Promise<{ directory: string } & AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), 'labroom-previous-'));
  const archive = join(directory, 'files.tar');
  await git('archive', '--format=tar', '--output', archive, commit);
  await run('tar', ['-xf', archive, '-C', directory]);
  await rm(archive);
  await linkPackages(directory);
  return {
    directory,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), link: z.boolean().optional(), dev: z.boolean().optional() }),
  ),
});

/** Links the packages of this checkout into another, whose workspaces are its own. Other versions are installed instead. */
async function linkPackages(directory: string): Promise<void> {
  if (!(await hasSamePackages(directory))) {
    const npm = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', npm, { cwd: directory });
    return;
  }
  const [own, theirs] = [join(root, 'node_modules'), join(directory, 'node_modules')];
  await mkdir(theirs);
  for (const name of await readdir(own)) {
    if (name === '@labroom' || name.startsWith('.')) continue;
    await symlink(join(own, name), join(theirs, name));
  }
  await mkdir(join(theirs, '@labroom'));
  for (const [path, { link }] of Object.entries(await packagesOf(root))) {
    if (!link || !path.startsWith('node_modules/@labroom/')) continue;
    const workspace = join(directory, await workspaceOf(path));
    if (existsSync(workspace)) await symlink(workspace, join(directory, path));
  }
}

/** Whether this checkout has every package that the other one runs, in the same version and place. */
async function hasSamePackages(directory: string): Promise<boolean> {
  const [own, theirs] = await Promise.all([packagesOf(root), packagesOf(directory)]);
  return Object.entries(theirs).every(
    ([path, { version, link, dev }]) =>
      link || dev || !path.startsWith('node_modules/') || own[path]?.version === version,
  );
}

async function packagesOf(directory: string) {
  const lock = JSON.parse(await readFile(join(directory, 'package-lock.json'), 'utf8'));
  return lockSchema.parse(lock).packages;
}

/** Where a workspace is, from the root. */
async function workspaceOf(link: string): Promise<string> {
  return relative(await realpath(root), await realpath(join(root, link)));
}
