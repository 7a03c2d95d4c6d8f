import 'server-only';
import { readFileSync } from 'node:fs';
import { parseEnv as parseDotenv } from 'node:util';
import { readSettings, SettingsFileError } from '@labroom/protocol/settings-file';
import { WebEnvError } from './env.ts';

/** The variables of `labroom.env`. @throws WebEnvError when it cannot be read or has names that nothing reads */
export function readSettingsFile(file: string): Record<string, string> {
  try {
    return readSettings(readFileSync(file, 'utf8'), parseDotenv);
  } catch (error) {
    if (error instanceof SettingsFileError)
      throw new WebEnvError(error.problems.map((problem) => `LABROOM_ENV_FILE: ${problem}`));
    const { code } = error as NodeJS.ErrnoException;
    throw new WebEnvError([`LABROOM_ENV_FILE: the file cannot be read (${code}): ${file}`]);
  }
}
