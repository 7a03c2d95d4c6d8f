import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ReleaseError } from './release-error.ts';

/** Runs a program and returns what it printed. A failure names the program and the last line that it printed. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<{ stdout: string; stderr: string }> {
  try {
    return await promisify(execFile)(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      maxBuffer: 256 * 1024 * 1024,
    });
  } catch (error) {
    throw new ReleaseError(`\`${[program, ...args].join(' ')}\` failed: ${lastLineOf(error)}`);
  }
}

function lastLineOf(error: unknown): string {
  const { stderr = '', stdout = '', message = '' } = error as Record<string, string | undefined>;
  const lines = (stderr.trim() || stdout.trim() || message).split('\n');
  return lines.at(-1) ?? '';
}
