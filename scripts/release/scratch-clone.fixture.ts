import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { RunRecord } from '../test-steps/run-record.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A clone of this checkout, its changes included, in which a test may commit, tag and release. */
export interface ScratchClone extends AsyncDisposable {
  /** Of this test; the clone is `folder/labroom`. */
  folder: string;
  repository: string;
  git(...args: string[]): Promise<string>;
  /** Runs `scripts/release.ts` of the clone. */
  release(...args: string[]): Promise<{ code: number; output: string }>;
  /** Commits all changes. */
  commit(message: string): Promise<string>;
  /** Writes a record of a green run on a commit, with other values in it. */
  record(commit: string, other?: Partial<RunRecord>): Promise<string>;
}

/** Links the packages that are installed here, other than the workspaces, which are those of the folder. */
export async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [await realpath(join(root, 'node_modules')), join(folder, 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from))
    if (name === '@labroom')
      await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else await symlink(join(from, name), join(to, name));
}

export async function makeScratchClone(): Promise<ScratchClone> {
  const folder = await mkdtemp(join(tmpdir(), 'labroom-release-test-'));
  const repository = join(folder, 'labroom');
  await run('git', ['clone', '--quiet', '--shared', root, repository]);
  await copyChanges(repository);
  await linkPackages(repository);
  const git = async (...args: string[]) => {
    const settings = ['-c', 'user.name=A test', '-c', 'user.email=test@labroom.example'];
    const { stdout } = await run('git', [...settings, ...args], { cwd: repository });
    return stdout.trim();
  };
  return {
    folder,
    repository,
    git,

    async release(...args) {
      const command = [join(repository, 'scripts/release.ts'), ...args];
      return run(process.execPath, command, { cwd: folder }).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
      );
    },

    async commit(message) {
      await git('add', '--all');
      await git('commit', '--quiet', '--no-verify', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    },

    async record(commit, other = {}) {
      const record: RunRecord = {
        depth: 'full',
        treeAtStart: { commit, isClean: true },
        treeAtEnd: { commit, isClean: true },
        started: '2026-12-01T00:00:00.000Z',
        ended: '2026-12-01T02:00:00.000Z',
        node: 'v24.0.0',
        platform: 'linux-x64',
        isGreen: true,
        failedStep: null,
        passed: 9_000,
        failed: 0,
        skipped: 0,
        failures: [],
        unstable: [],
        untried: [],
        ...other,
      };
      const file = join(folder, 'record.json');
      await writeFile(file, JSON.stringify(record));
      return file;
    },

    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Copies what differs here from the commit, and what is new. */
async function copyChanges(repository: string): Promise<void> {
  const list = async (...args: string[]) => {
    const { stdout } = await run('git', [...args, '-z'], { cwd: root });
    return stdout.split('\0').filter((file) => file !== '');
  };
  for (const file of await list('diff', '--name-only', '--diff-filter=D', 'HEAD'))
    await rm(join(repository, file));
  const changed = await list('diff', '--name-only', '--diff-filter=d', 'HEAD');
  const added = await list('ls-files', '--others', '--exclude-standard');
  for (const file of [...changed, ...added]) {
    await mkdir(dirname(join(repository, file)), { recursive: true });
    await cp(join(root, file), join(repository, file), { verbatimSymlinks: true });
  }
}
