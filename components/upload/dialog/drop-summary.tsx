'use client';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { Name } from '#components/ui/name.tsx';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';

/** Names the file of a drop, or counts its files, with their size. */
export function DropSummary({ dropped }: { dropped: readonly DroppedFile[] }) {
  const size = formatBytes(totalBytes(dropped));
  const [only] = dropped;
  if (dropped.length !== 1 || !only) return `${dropped.length} files (${size})`;
  return (
    <>
      <Name>{only.file.name}</Name> ({size})
    </>
  );
}

/** Why an access is proposed: it is that of a folder. */
export function LikeFolder({ folder }: { folder: string }) {
  const { location } = useDataRoom();
  if (folder === location.folder) return 'like this folder';
  if (folder === '') return 'like the top folder';
  return (
    <>
      like <Name>{folder}</Name>
    </>
  );
}

export function totalBytes(dropped: readonly DroppedFile[]): number {
  return dropped.reduce((sum, { file }) => sum + file.size, 0);
}
