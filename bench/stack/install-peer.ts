import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Installs packages that the project does not depend on into a temporary folder; null if the registry does not have one of them. */
export async function installPeer(folder: string, ...packagesAtVersions: string[]): Promise<string | null> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', ...packagesAtVersions];
  try {
    await promisify(execFile)('npm', args, { cwd: folder });
    return folder;
  } catch (error) {
    console.log(
      `${packagesAtVersions.join(', ')} could not be installed, so it is not measured: ${(error as Error).message}`,
    );
    return null;
  }
}
