'use client';
import { CreateFolderDocument } from '@labroom/client/documents';
import { useState } from 'react';
import { Name } from '#components/ui/name.tsx';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { nameProblem } from '#lib/data-room/moves.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { focusEntryList } from '../../core/data-room/entry-list-id.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { TextField } from '../../ui/labelled-fields.tsx';

interface NewFolderDialogProps {
  onClose: () => void;
  /** Called with the key of the folder. */
  onCreated: (key: string) => void;
}

/** Makes an empty folder in the folder that is shown. */
export function NewFolderDialog({ onClose, onCreated }: NewFolderDialogProps) {
  const { lab, location } = useDataRoom();
  const { folder } = location;
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const createFolder = useApiMutation(CreateFolderDocument);
  const { isRunning, failure, run } = useAction(async () => {
    const path = folder === '' ? name : `${folder}/${name}`;
    await createFolder({ oclId: lab.oclId, path });
    onCreated(`${path.normalize('NFC')}/`);
  });

  function submit() {
    const found = nameProblem(name);
    setProblem(found);
    if (!found) run();
  }

  return (
    <ActionDialog
      onClose={onClose}
      isLocked={isRunning}
      title="New folder"
      returnFocus={focusEntryList}
      description={
        folder !== '' && (
          <>
            In <Name>{folder}</Name>
          </>
        )
      }
      action="New folder"
      busy={isRunning}
      isForm
      onAction={submit}
    >
      <TextField
        label="Name"
        error={problem ?? failure?.title}
        autoFocus
        autoComplete="off"
        value={name}
        onValue={(value) => {
          setName(value);
          setProblem(null);
        }}
      />
    </ActionDialog>
  );
}
