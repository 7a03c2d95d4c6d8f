'use client';
import { FolderOpen, SearchX } from 'lucide-react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { isFiltered } from '#lib/data-room/list-view.ts';

/** In the place of a list without rows. */
export function NothingHere() {
  const { location, emptyFolders, me } = useDataRoom();
  const { folder, view } = location;
  if (isFiltered(view)) {
    return (
      <EmptyState title="No file matches." icon={<SearchX aria-hidden />}>
        The content of encrypted files cannot be searched, only their names, tags and descriptions.
      </EmptyState>
    );
  }
  // Other folders exist only as a part of the paths of files.
  const exists = folder === '' || emptyFolders.some((path) => path.startsWith(`${folder}/`));
  const title =
    folder === '' ? 'No files yet.' : exists ? 'This folder is empty.' : 'No files in this folder.';
  return (
    <EmptyState title={title} icon={<FolderOpen aria-hidden />}>
      {!exists && <p>It may have been moved, renamed or deleted.</p>}
      {me.offers('initiateCreateOrUpdateFile')
        ? 'Upload files, or drop files and folders anywhere on this page. You choose who can open them before the upload starts.'
        : exists && 'Files of the lab’s contributors appear here.'}
    </EmptyState>
  );
}
