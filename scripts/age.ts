import { hasCommand, installDebianPackages } from './debian-packages.ts';

/** Finds or installs `age` for the tests of encrypted backups; logs if it is missing. */
export function findOrInstallAge(log: (line: string) => void): boolean {
  if (hasCommand('age')) return true;
  log('No age here; installing it.');
  if (installDebianPackages('age') && hasCommand('age')) return true;
  log('That backups open with age is not tested on this machine: that needs age (a Debian package).');
  return false;
}
