import { fileKindNames } from '@labroom/formats/file-kind';
import Link from 'next/link';
import { filePath, labTitle } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { AccessBadge } from '../core/access/access-badge.tsx';
import { Time } from '../ui/time.tsx';
import { newestOfEachKind, type RecentEntry } from './newest-files.ts';

/** The newest file of each kind over all labs, as a table. */
export function NewestOfEachKind({ nodes }: { nodes: readonly RecentEntry[] }) {
  return (
    <ul className="text-sm">
      {newestOfEachKind(nodes).map(({ lab, entry, kind }) => (
        <li
          key={kind}
          className="relative grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2 sm:grid-cols-[7rem_minmax(0,1fr)_6rem_auto]"
        >
          <span className="text-ink2 max-sm:hidden">{fileKindNames[kind]}</span>
          <span className="min-w-0 truncate">
            <Link
              prefetch={false}
              href={filePath(lab.shortname, entry.path)}
              className="font-medium hover:underline touch:after:absolute touch:after:inset-0"
            >
              {visibleName(entry.path.split('/').at(-1) ?? entry.path)}
            </Link>{' '}
            <span className="text-ink2">in {labTitle(lab)}</span>
          </span>
          <span className="max-sm:hidden">
            <AccessBadge level={entry.accessLevel} />
          </span>
          <Time value={entry.systemTime} className="text-right text-ink2" />
        </li>
      ))}
    </ul>
  );
}
