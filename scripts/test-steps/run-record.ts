import { execFile } from 'node:child_process';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Where `npm run test:full` leaves the record of its run, from the root. Ignored by git, and no output folder of a runner. */
export const runRecordPath = '.labroom/test-full.json';

const tree = z.object({
  /** 40 hex digits; `null` outside of a repository. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
  /** No file differs from the commit, and none is new, other than ignored ones. */
  isClean: z.boolean(),
});

/** What one run of `scripts/test.ts` tested, and how it ended. */
export const runRecordSchema = z.object({
  depth: z.string(),
  treeAtStart: tree,
  treeAtEnd: tree,
  started: z.iso.datetime(),
  ended: z.iso.datetime(),
  node: z.string(),
  platform: z.string(),
  /** Everything ran and passed. */
  isGreen: z.boolean(),
  /** The step that failed; `null`: none. */
  failedStep: z.string().nullable(),
  passed: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  skipped: z.number().int().nonnegative(),
  failures: z.array(z.string()),
  /** Tests that passed only the second time. */
  unstable: z.array(z.string()),
  /** What could not be tried, because a program is missing. */
  untried: z.array(z.string()),
});

export type RunRecord = z.output<typeof runRecordSchema>;
export type Tree = z.output<typeof tree>;

/** The commit of a checkout, and whether its files are those of the commit. */
export async function readTree(root: string): Promise<Tree> {
  const git = (...args: string[]) => run('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  try {
    const { stdout: commit } = await git('rev-parse', 'HEAD');
    const { stdout: changes } = await git('status', '--porcelain', '--untracked-files=normal');
    return { commit: commit.trim(), isClean: changes === '' };
  } catch {
    return { commit: null, isClean: false };
  }
}

/** Writes the record of a run. The previous one is kept until then. */
export async function writeRunRecord(root: string, record: RunRecord): Promise<void> {
  const file = join(root, runRecordPath);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(runRecordSchema.parse(record), null, 2)}\n`);
  await rename(`${file}.new`, file);
}
