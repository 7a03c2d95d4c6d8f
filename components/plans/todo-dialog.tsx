'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useAction } from '#lib/use-action.ts';
import { checkAddress } from '#lib/wallet/check-address.ts';
import {
  AddLabTodoDocument,
  type LabTodoFieldsFragment,
  UpdateLabTodoDocument,
} from '#packages/client/documents.generated.ts';
import { AddressInput } from '../people/address-input.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/field.tsx';
import { Input, Textarea } from '../ui/input.tsx';

interface TodoDialogProps {
  oclId: string;
  /** `null` for a new one. */
  todo: LabTodoFieldsFragment | null;
  onClose: () => void;
}

/** Writes a to-do: its text, who does it, and until when. */
export function TodoDialog({ oclId, todo, onClose }: TodoDialogProps) {
  const router = useRouter();
  const form = useId();
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

  function save(event: FormEvent) {
    event.preventDefault();
    const wallet = assignee.trim() === '' ? null : checkAddress(assignee);
    const isRefused = wallet !== null && typeof wallet !== 'string';
    setErrors({
      ...(text.trim() === '' && { text: 'Write what is to be done.' }),
      ...(isRefused && { assignee: wallet.error }),
    });
    if (text.trim() !== '' && !isRefused) void saving.run(wallet);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={todo ? 'Edit the to-do' : 'New to-do'}
      description="Everyone can read it, on the page of the lab and in its activity."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={saving.isRunning}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} noValidate className="flex flex-col gap-4">
        <Field label="What is to be done" error={errors.text}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              dir="auto"
              value={text}
              maxLength={1_000}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Field label="Who does it" hint="Optional." error={errors.assignee}>
          {(control) => <AddressInput {...control} value={assignee} onValue={setAssignee} />}
        </Field>
        <Field label="Due on" hint="Optional.">
          {(control) => (
            <Input {...control} type="date" value={dueOn} onChange={({ target }) => setDueOn(target.value)} />
          )}
        </Field>
        <FailureNotice failure={saving.failure} />
      </form>
    </Dialog>
  );
}
