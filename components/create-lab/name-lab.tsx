'use client';
import {
  LabIdentityDocument,
  UpdateLabNftMetadataDocument,
  type UpdateLabNftMetadataInput,
} from '@labroom/client/documents';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { callApi } from '#lib/api/browser.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { TextareaField, TextField } from '../ui/labelled-fields.tsx';

/** Sets the name and description of a registered lab. Both are optional. */
export function NameLab({ oclId, shortname }: { oclId: string; shortname: string }) {
  const router = useRouter();
  const update = useApiMutation(UpdateLabNftMetadataDocument);
  const saving = useAction(async (input: UpdateLabNftMetadataInput) => {
    await update({ oclId, input });
    // The shortname is derived from the name.
    const { labWithDataRoomAndFiles: lab } = await callApi(LabIdentityDocument, { oclId });
    router.push(labPath(lab?.shortname ?? shortname));
    return 'saved';
  });
  const { failure } = saving;

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '').trim() || undefined;
    void saving.run({ name: text('name'), description: text('description') });
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-4 text-ink">
      <p>Your lab is ready. Name it now or later.</p>
      <TextField
        label="Name"
        hint="The web address of the lab follows its name."
        name="name"
        required
        maxLength={200}
      />
      <TextareaField
        label="Description"
        hint="Everyone can read it. You can use Markdown."
        name="description"
        maxLength={10_000}
      />
      <FailureNotice failure={failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.isRunning || saving.result !== undefined}>
          Save and open the lab
        </Button>
        <Link href={labPath(shortname, 'files')} className={buttonClass('secondary')}>
          Open the data room
        </Link>
      </div>
    </form>
  );
}
