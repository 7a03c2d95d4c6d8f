'use client';
import type { ComponentType } from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { late } from '../../ui/late.tsx';

// Loaded on the click that opens them.
const EntryMenu = late(() => import('./entry-menu.tsx').then((module) => module.EntryMenu));
const MoveDialog = late(() => import('./move-dialog.tsx').then((module) => module.MoveDialog));
const TrashDialog = late(() => import('./trash-dialog.tsx').then((module) => module.TrashDialog));
const NewFolderDialog = late(() =>
  import('./new-folder-dialog.tsx').then((module) => module.NewFolderDialog),
);

interface FilingDialogsProps {
  /** Called with the key of a new folder. */
  onCreated: (key: string) => void;
  /** Changes who can open entries. */
  AccessDialog: ComponentType<{ keys: readonly string[]; onClose: () => void }>;
}

/** The menu or dialog of the current task. */
export function FilingDialogs({ onCreated, AccessDialog }: FilingDialogsProps) {
  const { filing } = useDataRoom();
  const { task } = filing;
  const close = () => filing.start(null);
  if (task?.kind === 'menu') return <EntryMenu keys={task.keys} x={task.x} y={task.y} />;
  if (task?.kind === 'moving') return <MoveDialog keys={task.keys} onClose={close} />;
  if (task?.kind === 'access') return <AccessDialog keys={task.keys} onClose={close} />;
  if (task?.kind === 'trashing') return <TrashDialog keys={task.keys} onClose={close} />;
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
