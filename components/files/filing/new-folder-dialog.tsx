'use client';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useAction } from '#lib/use-action.ts';
import { visibleName } from '#lib/visible-name.ts';
import { CreateFolderDocument } from '#packages/client/documents.generated.ts';
import { useDataRoom } from '../data-room-context.tsx';
import { focusEntryList } from '../list/entry-list-id.ts';
import { nameProblem } from './moves.ts';

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
  const form = useId();
  const createFolder = useApiMutation(CreateFolderDocument);
  const { isRunning, failure, run } = useAction(async () => {
    const path = folder === '' ? name : `${folder}/${name}`;
    await createFolder({ oclId: lab.oclId, path });
    onCreated(`${path.normalize('NFC')}/`);
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = nameProblem(name);
    setProblem(found);
    if (!found && !isRunning) run();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isRunning && onClose()}
      title="New folder"
      returnFocus={focusEntryList}
      description={folder === '' ? undefined : `In ${visibleName(folder)}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={isRunning}>
            New folder
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label="Name" error={problem ?? failure?.title}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              autoComplete="off"
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                setProblem(null);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
