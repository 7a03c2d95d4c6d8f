'use client';
import { type ReactNode, useMemo } from 'react';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { statusLineId } from '#components/ui/place-ids.ts';
import type { Entry } from '#lib/data-room/list-folder.ts';

interface StatusLineProps {
  /** The listed entries of a folder; null where they are not all that it holds. */
  entries: readonly Entry[] | null;
  /** What can be done with the selected rows, instead of what the folder holds. */
  children?: ReactNode;
}

/**
 * The line above a list: what the folder holds, the selection, and messages (`notify`). It always has the same height, so
 * that nothing moves and nothing is covered when one of them comes or goes.
 */
export function StatusLine({ entries, children }: StatusLineProps) {
  const text = useMemo(() => entries && contentsOf(entries), [entries]);
  return (
    <div
      className={classNames(
        '@container flex h-8 touch:h-10 w-full min-w-0 items-center gap-2 rounded text-sm text-ink2 print:hidden',
        children ? 'bg-veil pr-1 pl-3' : 'pl-1',
      )}
    >
      <div id={statusLineId} role="status" className="peer h-full min-w-0 [&:not(:empty)]:flex-1" />
      {children || <p className="min-w-0 flex-1 truncate peer-[:not(:empty)]:hidden">{text}</p>}
    </div>
  );
}

/** E.g. "2 folders, 12 files, 20.1 MB", with everything inside the folders. */
function contentsOf(entries: readonly Entry[]): string {
  const folders = entries.filter(({ kind }) => kind === 'folder').length;
  const files = entries.reduce((sum, entry) => sum + (entry.kind === 'folder' ? entry.fileCount : 1), 0);
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const counted = (count: number, noun: string) =>
    `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
  const fileText = `${counted(files, 'file')}, ${formatBytes(bytes)}`;
  if (folders === 0) return files === 0 ? '' : fileText;
  return files === 0 ? counted(folders, 'folder') : `${counted(folders, 'folder')}, ${fileText}`;
}
