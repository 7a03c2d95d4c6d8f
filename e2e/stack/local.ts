import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';

export const dataDirVariable = 'E2E_DATA_DIR';
/** Where the stack under test expects a mail server. */
export const mailPortVariable = 'E2E_MAIL_PORT';

/** The data directory of the stack under test. */
export function dataDir(): string {
  const directory = process.env[dataDirVariable];
  if (!directory) throw new Error(`${dataDirVariable} names no running stack`);
  return directory;
}

export function readLocal(directory = dataDir()): LocalJson {
  return JSON.parse(readFileSync(path.join(directory, 'local.json'), 'utf8'));
}
