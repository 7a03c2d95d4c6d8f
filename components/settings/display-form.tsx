'use client';
import {
  LabIdentityDocument,
  UpdateLabNftMetadataDocument,
  type UpdateLabNftMetadataInput,
} from '@labroom/client/documents';
import { useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { callApi } from '#lib/api/browser.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { TextareaField, TextField } from '../ui/labelled-fields.tsx';
import { notify } from '../ui/message.ts';
import { changesOf } from './display-changes.ts';
import type { LabDisplay } from './lab-display.ts';

/** Edits the lab's name, description and links. Emptied fields are cleared; unchanged fields are not sent. */
export function DisplayForm({ lab }: { lab: LabDisplay }) {
  const router = useRouter();
  const update = useApiMutation(UpdateLabNftMetadataDocument);
  const saving = useAction(async (input: UpdateLabNftMetadataInput) => {
    await update({ oclId: lab.oclId, input });
    // The URL follows the name. The previous URL redirects here.
    const { labWithDataRoomAndFiles: changed } = await callApi(LabIdentityDocument, { oclId: lab.oclId });
    notify('success', 'Saved.');
    if (changed) router.replace(labPath(changed.shortname, 'settings'));
    router.refresh();
  });
  const { failure } = saving;

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = changesOf(lab, new FormData(event.currentTarget));
    if (Object.keys(input).length === 0) notify('info', 'No changes to save.');
    else void saving.run(input);
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <TextField
        label="Name"
        hint="The web address of the lab follows its name. Previous addresses lead here."
        name="name"
        defaultValue={lab.name ?? ''}
        maxLength={200}
      />
      <TextareaField
        label="Description"
        hint="Everyone can read it. You can use Markdown."
        name="description"
        defaultValue={lab.description ?? ''}
        maxLength={10_000}
        rows={10}
      />
      <TextField
        label="Website"
        name="externalUrl"
        type="url"
        defaultValue={lab.externalUrl ?? ''}
        placeholder="https://"
      />
      <FailureNotice failure={failure} />
      <Button type="submit" variant="primary" busy={saving.isRunning} className="self-start">
        Save
      </Button>
    </form>
  );
}
