'use client';
import { UpdateFileVersionNoteDocument } from '@labroom/client/documents';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { useState } from 'react';
import { ChangeNoteField } from '#components/core/data-room/change-note-field.tsx';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { ActionDialog } from '#components/ui/action-dialog.tsx';
import { notify } from '#components/ui/message.ts';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';

interface ChangeNoteDialogProps {
  version: FileVersion;
  onClose: () => void;
  onSaved: () => void;
}

/** Edits the note of a version that exists. */
export function ChangeNoteDialog({ version, onClose, onSaved }: ChangeNoteDialogProps) {
  const { lab } = useDataRoom();
  const [note, setNote] = useState(version.changeNote ?? '');
  const update = useApiMutation(UpdateFileVersionNoteDocument);
  const { isRunning, failure, run } = useAction(async () => {
    await update({ oclId: lab.oclId, ref: version.did, version: version.version, changeNote: note });
    notify('success', 'Saved.');
    onSaved();
  });
  return (
    <ActionDialog
      failure={failure}
      failed="The note was not saved."
      onClose={onClose}
      isLocked={isRunning}
      title={`Note of version ${version.version}`}
      action="Save"
      busy={isRunning}
      onAction={() => run()}
    >
      <ChangeNoteField value={note} onChange={setNote} encrypted={version.encryption !== null} />
    </ActionDialog>
  );
}
