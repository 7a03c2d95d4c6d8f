'use client';
import type { ComponentType } from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import type { RoomFile } from '#lib/download/room-files.ts';
import { part } from '../../ui/part.tsx';

// Loaded on the click that opens them.
const EntryMenu = part(async () => (await import('./entry-menu.tsx')).EntryMenu);
const MoveDialog = part(async () => (await import('./move-dialog.tsx')).MoveDialog);
const NewFolderDialog = part(async () => (await import('./new-folder-dialog.tsx')).NewFolderDialog);

interface FilingDialogsProps {
  /** Downloads entries: their keys, and all files in them. */
  onDownload: (keys: readonly string[], files: readonly RoomFile[]) => void;
  /** Called with the path of a file: the user chooses its next version. */
  onNewVersion: (path: string) => void;
  /** Called with the key of a new folder. */
  onCreated: (key: string) => void;
  /** Changes who can open entries. */
  AccessDialog: ComponentType<{ keys: readonly string[]; onClose: () => void }>;
  /** Lets single readers open entries. */
  ShareDialog: ComponentType<{ keys: readonly string[]; onClose: () => void }>;
}

/** The menu or dialog of the current task. */
export function FilingDialogs({ onCreated, AccessDialog, ShareDialog, ...menu }: FilingDialogsProps) {
  const { filing } = useDataRoom();
  const { task } = filing;
  const close = () => filing.start(null);
  if (task?.kind === 'menu') return <EntryMenu {...task} {...menu} />;
  if (task?.kind === 'moving') return <MoveDialog keys={task.keys} onClose={close} />;
  if (task?.kind === 'access') return <AccessDialog keys={task.keys} onClose={close} />;
  if (task?.kind === 'sharing') return <ShareDialog keys={task.keys} onClose={close} />;
  if (task?.kind !== 'newFolder') return null;
  return (
    <NewFolderDialog
      onClose={close}
      onCreated={(key) => {
        close();
        filing.refresh();
        onCreated(key);
      }}
    />
  );
}
