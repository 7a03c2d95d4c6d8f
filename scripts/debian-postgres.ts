import { hasDebianPostgres } from '@labroom/testing/debian-postgres.ts';
import { installDebianPackages } from './debian-packages.ts';

/** Finds or installs the PostgreSQL of Debian; logs if it is missing. */
export function findOrInstallPostgres(log: (line: string) => void): boolean {
  if (hasDebianPostgres()) return true;
  log("No PostgreSQL of Debian's here; installing it.");
  if (installDebianPackages('postgresql') && hasDebianPostgres()) return true;
  log('No PostgreSQL but our own is tried on this machine: that needs the Debian package postgresql.');
  return false;
}
