'use client';
import { Dialog } from '#components/ui/dialog.tsx';
import { FolderTree } from './folder-tree.tsx';

/** The tree of folders where there is no room for a column. */
export function FolderDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Folders">
      <FolderTree onChosen={onClose} />
    </Dialog>
  );
}
