/**
 * Opens scientific files that others wrote with the readers of the previews, and compares what they show with independent readers.
 *
 *     node scripts/scientific-files.ts gather FOLDER [MIRRORS]   packages of Debian, and mirrors of Git repositories
 *     node scripts/scientific-files.ts check FOLDER              the table of all files
 */
import { check } from './scientific-files/check.ts';
import { gather } from './scientific-files/gather.ts';

const [task, folder, mirrors] = process.argv.slice(2);
if (task === 'gather' && folder) gather(folder, mirrors ?? null);
else if (task === 'check' && folder) await check(folder);
else {
  process.stderr.write('Usage: node scripts/scientific-files.ts gather FOLDER [MIRRORS] | check FOLDER\n');
  process.exitCode = 1;
}
