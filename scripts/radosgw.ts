import { hasCommand, installDebianPackages } from './debian-packages.ts';

const programs = ['radosgw', 'ceph-mon', 'ceph-osd'];

/** A real S3 for the tests of the S3 storage: present, installed now, or said to be missing. */
export function findOrInstallRadosgw(log: (line: string) => void): boolean {
  if (programs.every(hasCommand)) return true;
  log('No radosgw here; installing one.');
  if (installDebianPackages(...programs) && programs.every(hasCommand)) return true;
  log(`The S3 storage is not tested on this machine: that needs ${programs.join(', ')} (Debian packages).`);
  return false;
}
