import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCommand } from './debian-packages.ts';

/** Finds or installs `promtool` for the tests of `deploy/monitoring`; logs if it is missing. */
export function findOrInstallPromtool(log: (line: string) => void): boolean {
  if (hasCommand('promtool')) return true;
  log('No promtool here; installing it.');
  if (copyFromPackage() && hasCommand('promtool')) return true;
  log(
    'Alerting rules are not tested on this machine: that needs promtool (in the Debian package prometheus).',
  );
  return false;
}

/** Takes the program alone out of the package: installing that would start a server. */
function copyFromPackage(): boolean {
  if (process.getuid?.() !== 0 || !hasCommand('apt-get')) return false;
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
  try {
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: folder, stdio: 'ignore' });
    run('apt-get', 'update', '-qq');
    run('apt-get', 'download', '-qq', 'prometheus');
    const [file] = readdirSync(folder);
    if (!file) return false;
    run('dpkg-deb', '--extract', file, '.');
    copyFileSync(join(folder, 'usr/bin/promtool'), '/usr/local/bin/promtool');
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
