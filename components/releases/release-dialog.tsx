'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ApiProvider } from '#lib/api/api-provider.tsx';
import { labPath } from '#lib/api/lab-reference.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useAction } from '#lib/use-action.ts';
import { CreateReleaseDocument } from '#packages/client/documents.generated.ts';
import { SignInPrompt } from '../files/sign-in-prompt.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Field } from '../ui/field.tsx';
import { Input, Textarea } from '../ui/input.tsx';
import { Notice } from '../ui/notice.tsx';
import { notify } from '../ui/toast.ts';
import type { ReleasedLab } from './released-lab.ts';

interface ReleaseDialogProps {
  lab: ReleasedLab;
  onClose: () => void;
}

/** Names a release, and says what it keeps. */
export function ReleaseDialog(props: ReleaseDialogProps) {
  return (
    <ApiProvider>
      <ReleaseForm {...props} />
    </ApiProvider>
  );
}

function ReleaseForm({ lab, onClose }: ReleaseDialogProps) {
  const router = useRouter();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useApiMutation(CreateReleaseDocument);
  const { isRunning, failure, run } = useAction(async () => {
    const { createRelease } = await create({ oclId: lab.oclId, name, description });
    notify('success', `Release ${createRelease.release?.number} is made.`);
    onClose();
    router.push(labPath(lab.shortname, 'releases', [String(createRelease.release?.number)]));
  });

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isRunning && onClose()}
      title="New release"
      description={`The ${lab.fileCount === 1 ? 'file' : `${lab.fileCount.toLocaleString('en')} files`} of the data room as now, with a name that others can cite.`}
      footer={
        <>
          <Button onClick={onClose} disabled={isRunning}>
            Cancel
          </Button>
          <Button type="submit" form="release" variant="primary" busy={isRunning} disabled={!name.trim()}>
            Make the release
          </Button>
        </>
      }
    >
      <form
        id="release"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) run();
        }}
      >
        <SignInPrompt purpose="to make a release" />
        <Field label="Name" hint="For example Preprint, or 1.0.">
          {(control) => (
            <Input
              {...control}
              required
              maxLength={100}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label="Description" hint="Optional. Markdown works.">
          {(control) => (
            <Textarea
              {...control}
              maxLength={10_000}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          )}
        </Field>
        <Notice kind="warning">
          <strong className="font-medium">A release cannot be changed or deleted.</strong> Everyone can read
          its name, its description, and path, version, hash, size, type and access of every file, those of
          encrypted files too. It keeps no content: who can open a file does not change, and deleted files
          stay deleted.
        </Notice>
        {failure && (
          <ErrorState title="The release was not made." requestId={failure.requestId}>
            {failure.title}
          </ErrorState>
        )}
      </form>
    </Dialog>
  );
}
