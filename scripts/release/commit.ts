import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from './release-error.ts';
import { runProgram } from './run-program.ts';

/** At the root of the sources of a release, which have no `.git`: the commit that they are of, 40 hex digits. */
const commitFile = '.labroom-commit';

/** What makes a release. A release by other code than that of its commit could not be repeated by somebody else. */
const makers = ['scripts/release.ts', 'scripts/release', 'scripts/test-steps'];

/** The full hash of a commit that a person named. */
export async function resolveCommit(repository: string, name: string): Promise<string> {
  const commit = await revision(repository, `${name}^{commit}`);
  if (commit === null) throw new ReleaseError(`There is no commit ${name} in ${repository}.`);
  return commit;
}

/** What a name leads to; `null`: nothing has this name. */
export async function revision(repository: string, name: string): Promise<string | null> {
  const args = ['rev-parse', '--quiet', '--verify', '--end-of-options', name];
  return runProgram('git', args, { cwd: repository }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/** Requires that the code of releases in this checkout is that of the commit. */
export async function requireSameMakers(repository: string, commit: string): Promise<void> {
  const { stdout } = await runProgram('git', ['diff', '--name-only', commit, '--', ...makers], {
    cwd: repository,
  });
  const { stdout: unknown } = await runProgram(
    'git',
    ['ls-files', '--others', '--exclude-standard', '--', ...makers],
    { cwd: repository },
  );
  const [first] = `${stdout}${unknown}`.split('\n');
  if (first)
    throw new ReleaseError(
      `${first} is another than that of commit ${commit}: check out the commit, so that its own code makes the release.`,
    );
}

/** A file of a commit; `null`: the commit has none there. */
export async function fileOf(repository: string, commit: string, path: string): Promise<string | null> {
  return runProgram('git', ['show', `${commit}:${path}`], { cwd: repository }).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

export interface Sources {
  /** The archive, not compressed: all names begin with `labroom-<version>/`, all times are that of the commit. */
  tar: string;
  /** What is in it. */
  folder: string;
}

/**
 * Writes a commit and {@link commitFile} into an archive, and unpacks it. All further files of a release are made from that
 * folder, so from the bytes that are published. Settings of this machine change neither bytes nor modes.
 */
export async function exportCommit(
  repository: string,
  commit: string,
  version: string,
  work: string,
): Promise<Sources> {
  await mkdir(work, { recursive: true });
  const [tar, stamp] = [join(work, 'source.tar'), join(work, commitFile)];
  await writeFile(stamp, `${commit}\n`);
  const prefix = `labroom-${version}`;
  const settings = ['tar.umask=0022', 'core.autocrlf=false', 'core.eol=lf', 'core.attributesFile=/dev/null'];
  await runProgram(
    'git',
    [
      ...settings.flatMap((setting) => ['-c', setting]),
      'archive',
      '--format=tar',
      `--prefix=${prefix}/`,
      `--add-file=${stamp}`,
      `--output=${tar}`,
      commit,
    ],
    { cwd: repository },
  );
  await runProgram('tar', ['-xf', tar, '-C', work], { cwd: work });
  const folder = join(work, prefix);
  await access(join(folder, 'package-lock.json'));
  return { tar, folder };
}
