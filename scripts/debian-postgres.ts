import { hasDebianPostgres } from '../service/testing/debian-postgres.ts';
import { installDebianPackages } from './debian-packages.ts';

/** A PostgreSQL that is not our own, where something is tried on one: present, installed now, or said to be missing. */
export function findOrInstallPostgres(log: (line: string) => void): boolean {
  if (hasDebianPostgres()) return true;
  log("No PostgreSQL of Debian's here; installing it.");
  if (installDebianPackages('postgresql') && hasDebianPostgres()) return true;
  log('This needs a PostgreSQL in /usr/lib/postgresql (Debian package postgresql).');
  return false;
}
