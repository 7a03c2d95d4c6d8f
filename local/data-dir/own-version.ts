import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { version } from '@labroom/service/platform/process/version.ts';

const run = promisify(execFile);

/** A version of Labroom, so that it can be found again. */
export interface Maker {
  version: string;
  /** Null outside of a checkout. */
  commit: string | null;
}

/** The version of this checkout. */
export async function ownVersion(): Promise<Maker> {
  const head = await run('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: import.meta.dirname }).catch(
    () => null,
  );
  return { version, commit: head?.stdout.trim() || null };
}
