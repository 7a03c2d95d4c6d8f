import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Installs a package that the project does not depend on into a temporary folder; null if the registry does not have it. */
export async function installPeer(folder: string, packageAtVersion: string): Promise<string | null> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', packageAtVersion];
  try {
    await promisify(execFile)('npm', args, { cwd: folder });
    return folder;
  } catch (error) {
    console.log(
      `${packageAtVersion} could not be installed, so it is not measured: ${(error as Error).message}`,
    );
    return null;
  }
}
