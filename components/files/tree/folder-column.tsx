'use client';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { FolderTree } from './folder-tree.tsx';

export const folderColumnId = 'folders';

/** The tree of folders at the left of wide windows. Beside an open file the window must be wider. */
export function FolderColumn() {
  const { location } = useDataRoom();
  return (
    <div
      id={folderColumnId}
      className={classNames(
        'hidden w-56 shrink-0 self-stretch border-r border-line',
        location.file === null ? 'min-[1100px]:block' : 'min-[1440px]:block',
      )}
    >
      <div className="sticky top-0 max-h-dvh overflow-y-auto py-2 pr-2">
        <FolderTree />
      </div>
    </div>
  );
}
