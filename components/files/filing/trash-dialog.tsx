'use client';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { filesOf } from '#lib/data-room/list-folder.ts';
import { nameOf } from '#lib/data-room/moves.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { focusEntryList } from '../../core/data-room/entry-list-id.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

interface TrashDialogProps {
  /** Paths of files, and of folders with a `/` at the end. */
  keys: readonly string[];
  onClose: () => void;
}

/** Asks before files and folders move to the trash. Owners can also delete them permanently. */
export function TrashDialog({ keys, onClose }: TrashDialogProps) {
  const { files, filing, location, me } = useDataRoom();
  const [isPermanent, setPermanent] = useState(false);
  const { isRunning, failure, run } = useAction(async () => {
    await filing.trash(keys);
    onClose();
  });
  function onDeleted() {
    const { file } = location;
    if (file !== null && inside.some(({ path }) => path === file)) location.closeFile();
    onClose();
  }

  const inside = filesOf(files, new Set(keys));
  if (isPermanent) return <DeleteDialog files={inside} onClose={onClose} onDeleted={onDeleted} />;

  const [only] = keys;
  const subject = keys.length === 1 && only ? visibleName(nameOf(only)) : `${keys.length} entries`;
  const hasFolder = keys.some((key) => key.endsWith('/'));
  const count = hasFolder ? ` ${inside.length === 1 ? '1 file' : `${inside.length} files`} in total.` : '';
  return (
    <ActionDialog
      failure={failure}
      failed="Nothing was deleted."
      onClose={onClose}
      isLocked={isRunning}
      title={`Delete ${subject}?`}
      returnFocus={focusEntryList}
      description={`All versions move to the trash of the lab, and their links stop at once. You can restore them for 30 days.${count}`}
      action="Move to the trash"
      variant="danger"
      busy={isRunning}
      onAction={() => run()}
      others={
        me.role != null &&
        me.offers('emptyTrash') &&
        inside.length > 0 && (
          <Button
            variant="quiet"
            className="mr-auto max-sm:basis-full"
            onClick={() => setPermanent(true)}
            disabled={isRunning}
          >
            Delete permanently …
          </Button>
        )
      }
    />
  );
}
