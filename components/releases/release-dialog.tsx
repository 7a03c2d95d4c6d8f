'use client';
import { CreateReleaseDocument } from '@labroom/client/documents';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { SignInPrompt } from '../core/wallet/sign-in-prompt.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { TextareaField, TextField } from '../ui/labelled-fields.tsx';
import { notify } from '../ui/message.ts';
import { Notice } from '../ui/notice.tsx';
import type { ReleasedLab } from './released-lab.ts';

interface ReleaseDialogProps {
  lab: ReleasedLab;
  onClose: () => void;
}

/** Names a release, and says what it keeps. */
export const ReleaseDialog = withApi(ReleaseForm);

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
    <ActionDialog
      failure={failure}
      failed="The release was not made."
      onClose={onClose}
      isLocked={isRunning}
      title="New release"
      description={`The ${lab.fileCount === 1 ? 'file' : `${lab.fileCount.toLocaleString('en')} files`} of the data room as now, with a name that others can cite.`}
      action="Make the release"
      busy={isRunning}
      disabled={!name.trim()}
      isForm
      onAction={() => run()}
    >
      <SignInPrompt purpose="to make a release" />
      <TextField
        label="Name"
        hint="For example Preprint, or 1.0."
        required
        maxLength={100}
        value={name}
        onValue={setName}
      />
      <TextareaField
        label="Description"
        hint="Optional. Markdown works."
        maxLength={10_000}
        value={description}
        onValue={setDescription}
      />
      <Notice kind="warning">
        <strong className="font-medium">A release cannot be changed or deleted.</strong> Everyone can read its
        name, its description, and path, version, hash, size, type and access of every file, those of
        encrypted files too. It keeps no content: who can open a file does not change, and deleted files stay
        deleted.
      </Notice>
    </ActionDialog>
  );
}
