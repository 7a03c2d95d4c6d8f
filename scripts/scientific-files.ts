/**
 * Opens scientific files that others wrote with the readers of the previews, and compares what they show with independent readers.
 *
 *     node scripts/scientific-files.ts gather FOLDER [MIRRORS [SEED]]   packages of Debian, and mirrors of Git repositories
 *     node scripts/scientific-files.ts gather-later FOLDER              further packages of Debian
 *     node scripts/scientific-files.ts check FOLDER [KIND]              the table of all files, or of one kind
 */
import { check } from './scientific-files/check.ts';
import { gather, gatherLater } from './scientific-files/gather.ts';

const [task, folder, option, seed] = process.argv.slice(2);
if (task === 'gather' && folder) gather(folder, option || null, seed);
else if (task === 'gather-later' && folder) gatherLater(folder);
else if (task === 'check' && folder) await check(folder, option ?? null);
else {
  process.stderr.write(
    'Usage: node scripts/scientific-files.ts gather FOLDER [MIRRORS [SEED]] | gather-later FOLDER | check FOLDER [KIND]\n',
  );
  process.exitCode = 1;
}
