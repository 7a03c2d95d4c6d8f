import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dataDir } from './local.ts';

/** The operator's command line, on the installation under test. */
export async function operator(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir(), DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/labroom.ts', ...args], { env });
  return stdout;
}
