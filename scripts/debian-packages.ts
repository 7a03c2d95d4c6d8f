import { execFileSync } from 'node:child_process';

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** Installs packages on Debian as root. Returns false if that is not possible. */
export function installDebianPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !hasCommand('apt-get')) return false;
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...names];
    execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    return true;
  } catch {
    return false;
  }
}

/** Whether the command is in `PATH`. */
export function hasCommand(name: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
