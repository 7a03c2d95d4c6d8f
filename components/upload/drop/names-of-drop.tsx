'use client';
import { describeUnportable } from '@labroom/protocol/portable-names';
import { Name } from '#components/ui/name.tsx';
import { visibleName } from '#lib/names/visible-name.ts';
import { Notice } from '../../ui/notice.tsx';
import type { SortedDrop } from './sort-dropped.ts';

const FIRST = 200;

interface NamesOfDropProps extends Pick<SortedDrop, 'leftOut'> {
  /** Where the files go in the data room. */
  paths: readonly string[];
  /** The paths that the data room has. */
  present: Iterable<string>;
}

/** Names what a drop leaves out, and hints at names that some systems cannot hold. */
export function NamesOfDrop({ paths, present, leftOut }: NamesOfDropProps) {
  const unportable = describeUnportable(paths, present);
  return (
    <>
      {leftOut.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit rounded text-ink2 hover:text-ink touch:py-2.5">
            {leftOut.length === 1 ? 'One file is left out' : `${leftOut.length} files are left out`}
          </summary>
          <ul className="mt-1 max-h-40 overflow-y-auto pl-4">
            {leftOut.slice(0, FIRST).map(({ path, reason }) => (
              <li key={path} className="break-words">
                <Name>{path}</Name> <span className="text-ink2">{reason}</span>
              </li>
            ))}
            {leftOut.length > FIRST && <li className="text-ink2">and {leftOut.length - FIRST} more</li>}
          </ul>
        </details>
      )}
      {unportable && <Notice>{visibleName(unportable)}</Notice>}
    </>
  );
}
