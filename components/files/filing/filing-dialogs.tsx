'use client';
import { late } from '../../ui/late.tsx';
import { useDataRoom } from '../data-room-context.tsx';

// Loaded on the click that opens them.
const EntryMenu = late(() => import('./entry-menu.tsx').then((module) => module.EntryMenu));
const MoveDialog = late(() => import('./move-dialog.tsx').then((module) => module.MoveDialog));
const ChangeAccessDialog = late(() =>
  import('../access/change-access-dialog.tsx').then((module) => module.ChangeAccessDialog),
);
const TrashDialog = late(() => import('./trash-dialog.tsx').then((module) => module.TrashDialog));
const NewFolderDialog = late(() =>
  import('./new-folder-dialog.tsx').then((module) => module.NewFolderDialog),
);

interface FilingDialogsProps {
  /** Called with the key of a new folder. */
  onCreated: (key: string) => void;
}

/** The menu or dialog of the current task. */
export function FilingDialogs({ onCreated }: FilingDialogsProps) {
  const { filing } = useDataRoom();
  const { task } = filing;
  const close = () => filing.start(null);
  if (task?.kind === 'menu') return <EntryMenu keys={task.keys} x={task.x} y={task.y} />;
  if (task?.kind === 'moving') return <MoveDialog keys={task.keys} onClose={close} />;
  if (task?.kind === 'access') return <ChangeAccessDialog keys={task.keys} onClose={close} />;
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
