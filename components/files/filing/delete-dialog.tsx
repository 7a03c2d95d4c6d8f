'use client';
import { LabroomError } from '@labroom/client/api-failure';
import { DeleteDataRoomFileDocument } from '@labroom/client/documents';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { SignInPrompt } from '../../core/wallet/sign-in-prompt.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { TextField } from '../../ui/labelled-fields.tsx';
import { notify } from '../../ui/toast.ts';

interface DeleteDialogProps {
  files: readonly Pick<RoomFile, 'path' | 'name' | 'version'>[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes files permanently, after the user typed the name to confirm. */
export function DeleteDialog({ files, onClose, onDeleted }: DeleteDialogProps) {
  const { lab, me, refresh } = useDataRoom();
  const [typed, setTyped] = useState('');
  const [done, setDone] = useState(0);
  const [only] = files;
  const phrase = files.length === 1 && only ? visibleName(only.name) : `delete ${files.length} files`;
  const wallet = me.identity.kind === 'signed-in' ? me.identity.address : null;

  const deleteFile = useApiMutation(DeleteDataRoomFileDocument);
  const { isRunning, failure, run } = useAction(async (changeBy: string) => {
    try {
      for (const [index, { path }] of files.entries()) {
        setDone(index);
        await deleteFile({ oclId: lab.oclId, path, changeBy }).catch((error) => {
          // The file is already deleted, by someone else or by an earlier attempt whose response was lost.
          if (!(error instanceof LabroomError && error.code === 'NOT_FOUND')) throw error;
        });
      }
    } finally {
      refresh();
    }
    notify('success', files.length === 1 ? `${phrase} was deleted.` : `${files.length} files were deleted.`);
    onDeleted();
  });

  return (
    <ActionDialog
      failure={failure}
      failed="Some files were not deleted."
      onClose={onClose}
      isLocked={isRunning}
      title={`Delete ${files.length === 1 ? phrase : `${files.length} files`} permanently?`}
      description="All versions are deleted permanently. The feed keeps an entry. This cannot be undone."
      action={
        isRunning && files.length > 1 ? `Deleting ${done + 1} of ${files.length}` : 'Delete permanently'
      }
      variant="danger"
      busy={isRunning}
      disabled={!wallet || typed !== phrase}
      onAction={() => wallet && run(wallet)}
    >
      <SignInPrompt purpose="to delete" />
      {files.length > 1 && (
        <ul className="max-h-40 overflow-y-auto rounded border border-line p-2 text-sm">
          {files.map(({ path }) => (
            <li key={path} className="break-all">
              {visibleName(path)}
            </li>
          ))}
        </ul>
      )}
      <TextField label={`Type “${phrase}” to confirm`} autoComplete="off" value={typed} onValue={setTyped} />
    </ActionDialog>
  );
}
