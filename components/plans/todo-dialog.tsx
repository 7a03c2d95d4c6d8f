'use client';
import {
  AddLabTodoDocument,
  type LabTodoFieldsFragment,
  UpdateLabTodoDocument,
} from '@labroom/client/documents';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { checkAddress } from '#lib/wallet/check-address.ts';
import { AddressInput } from '../core/people/address-input.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextareaField, TextField } from '../ui/labelled-fields.tsx';

interface TodoDialogProps {
  oclId: string;
  /** `null` for a new one. */
  todo: LabTodoFieldsFragment | null;
  onClose: () => void;
}

/** Writes a to-do: its text, who does it, and until when. */
export function TodoDialog({ oclId, todo, onClose }: TodoDialogProps) {
  const router = useRouter();
  const [text, setText] = useState(todo?.text ?? '');
  const [assignee, setAssignee] = useState(todo?.assignee ?? '');
  const [dueOn, setDueOn] = useState(todo?.dueOn ?? '');
  const [errors, setErrors] = useState<{ text?: string; assignee?: string }>({});
  const add = useApiMutation(AddLabTodoDocument);
  const update = useApiMutation(UpdateLabTodoDocument);
  const saving = useAction(async (wallet: string | null) => {
    const input = { text: text.trim(), assignee: wallet, dueOn: dueOn || null };
    await (todo ? update({ oclId, id: todo.id, input }) : add({ oclId, input }));
    onClose();
    router.refresh();
  });

  function save() {
    const wallet = assignee.trim() === '' ? null : checkAddress(assignee);
    const isRefused = wallet !== null && typeof wallet !== 'string';
    setErrors({
      ...(text.trim() === '' && { text: 'Write what is to be done.' }),
      ...(isRefused && { assignee: wallet.error }),
    });
    if (text.trim() !== '' && !isRefused) void saving.run(wallet);
  }

  return (
    <ActionDialog
      failure={saving.failure}
      onClose={onClose}
      title={todo ? 'Edit the to-do' : 'New to-do'}
      description="Everyone can read it, on the page of the lab and in its activity."
      action="Save"
      busy={saving.isRunning}
      isForm
      onAction={save}
    >
      <TextareaField
        label="What is to be done"
        error={errors.text}
        rows={3}
        dir="auto"
        value={text}
        maxLength={1_000}
        onValue={setText}
      />
      <Field label="Who does it" hint="Optional." error={errors.assignee}>
        {(control) => <AddressInput {...control} value={assignee} onValue={setAssignee} />}
      </Field>
      <TextField label="Due on" hint="Optional." type="date" value={dueOn} onValue={setDueOn} />
    </ActionDialog>
  );
}
