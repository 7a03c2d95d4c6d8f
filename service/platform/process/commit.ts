import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the commit of sources that are in no repository: those of a release, and those that an image is built from. */
const file = '.labroom-commit';

/**
 * The commit of the sources in a folder: what its file says, else that of its repository.
 * @returns `unknown` if neither tells
 */
export function commitOf(repository: string): string {
  const written = join(repository, file);
  if (existsSync(written)) return named(readFileSync(written, 'utf8'));
  if (!existsSync(join(repository, '.git'))) return 'unknown';
  try {
    const args = ['rev-parse', 'HEAD'];
    return named(
      execFileSync('git', args, { cwd: repository, stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
    );
  } catch {
    return 'unknown';
  }
}

const named = (text: string) => /^[0-9a-f]{7,64}$/.exec(text.trim())?.[0] ?? 'unknown';
