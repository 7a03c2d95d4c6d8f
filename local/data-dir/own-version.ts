import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { version } from '@labroom/service/platform/process/version.ts';
import { z } from 'zod';

const run = promisify(execFile);

export const makerSchema = z.object({
  version: z.string().regex(/^[0-9A-Za-z.+-]{1,40}$/),
  /** Null outside of a checkout. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,40}$/)
    .nullable(),
});

/** A version of Labroom, so that it can be found again. */
export type Maker = z.infer<typeof makerSchema>;

/** The version of this checkout. */
export async function ownVersion(): Promise<Maker> {
  const head = await run('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: import.meta.dirname }).catch(
    () => null,
  );
  return { version, commit: head?.stdout.trim() || null };
}
