'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/toast.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useAction } from '#lib/use-action.ts';
import { UpdateFileVersionNoteDocument } from '#packages/client/documents.generated.ts';
import type { FileVersion } from '#packages/client/download/download-ports.ts';
import { useDataRoom } from '../data-room-context.tsx';
import { ChangeNoteField } from './change-note-field.tsx';

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
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isRunning && onClose()}
      title={`Note of version ${version.version}`}
      footer={
        <>
          <Button onClick={onClose} disabled={isRunning}>
            Cancel
          </Button>
          <Button variant="primary" busy={isRunning} onClick={() => run()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ChangeNoteField value={note} onChange={setNote} encrypted={version.encryption !== null} />
        {failure && (
          <ErrorState title="The note was not saved." requestId={failure.requestId}>
            {failure.title}
          </ErrorState>
        )}
      </div>
    </Dialog>
  );
}
