import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { closeLog, logFile, openLog } from './log-file.ts';
import type { Settings } from './settings.ts';
import type { Steps } from './steps.ts';
import type { Supervisor } from './supervisor.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Of all data directories: the packages follow from the sources alone. */
export const packagesDir = path.join(root, '.labroom/packages');

/** Builds the packages that the service hands out, unless they are there. The service starts without them, too. */
export async function buildPackages(
  { dataDir }: Settings,
  supervisor: Supervisor,
  steps: Steps,
): Promise<void> {
  const log = logFile(dataDir, 'packages');
  const work = async () => {
    const descriptor = openLog(log);
    const child = spawn(process.execPath, [path.join(root, 'scripts/build-packages.ts'), packagesDir], {
      cwd: root,
      stdio: ['ignore', descriptor, descriptor],
      signal: supervisor.signal,
    });
    closeLog(descriptor);
    const [code] = await once(child, 'close').catch(() => [null]);
    return code === 0;
  };
  await steps.run('packages', work, (isThere) =>
    isThere ? 'ready to be installed from the service' : `not built; ${log} says why`,
  );
}
