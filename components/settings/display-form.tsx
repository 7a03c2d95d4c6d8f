'use client';
import { useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useAction } from '#lib/use-action.ts';
import {
  LabIdentityDocument,
  UpdateLabNftMetadataDocument,
  type UpdateLabNftMetadataInput,
} from '#packages/client/documents.generated.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/field.tsx';
import { Input, Textarea } from '../ui/input.tsx';
import { notify } from '../ui/toast.ts';
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
      <Field label="Name" hint="The web address of the lab follows its name. Previous addresses lead here.">
        {(control) => <Input {...control} name="name" defaultValue={lab.name ?? ''} maxLength={200} />}
      </Field>
      <Field label="Description" hint="Everyone can read it. You can use Markdown.">
        {(control) => (
          <Textarea
            {...control}
            name="description"
            defaultValue={lab.description ?? ''}
            maxLength={10_000}
            rows={10}
          />
        )}
      </Field>
      <Field label="Website">
        {(control) => (
          <Input
            {...control}
            name="externalUrl"
            type="url"
            defaultValue={lab.externalUrl ?? ''}
            placeholder="https://"
          />
        )}
      </Field>
      <FailureNotice failure={failure} />
      <Button type="submit" variant="primary" busy={saving.isRunning} className="self-start">
        Save
      </Button>
    </form>
  );
}
