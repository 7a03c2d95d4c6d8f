import { hasCommand, installDebianPackages } from './debian-packages.ts';

const programs = ['radosgw', 'ceph-mon', 'ceph-osd'];

/** Finds or installs the S3 server for the tests of the S3 storage; logs if it is missing. */
export function findOrInstallRadosgw(log: (line: string) => void): boolean {
  if (programs.every(hasCommand)) return true;
  log('No radosgw here; installing one.');
  if (installDebianPackages(...programs) && programs.every(hasCommand)) return true;
  log(`The S3 storage is not tested on this machine: that needs ${programs.join(', ')} (Debian packages).`);
  return false;
}
