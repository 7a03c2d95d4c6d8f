'use client';
import {
  LabIdentityDocument,
  UpdateLabNftMetadataDocument,
  type UpdateLabNftMetadataInput,
} from '@labroom/client/documents';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { callApi } from '#lib/api/browser.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { NameFields } from './name-fields.tsx';
import { forgetDraft, type LabDraft } from './progress-store.ts';

interface NameLabProps {
  oclId: `0x${string}`;
  shortname: string;
  /** With a name, it is saved without a further question. */
  draft: LabDraft;
}

/** Gives a registered lab its name and description, then opens it. */
export function NameLab({ oclId, shortname, draft }: NameLabProps) {
  const [texts, setTexts] = useState(draft);
  const router = useRouter();
  const update = useApiMutation(UpdateLabNftMetadataDocument);
  const saving = useAction(async (input: UpdateLabNftMetadataInput) => {
    await update({ oclId, input });
    forgetDraft({ step: 'register', oclId });
    // The shortname is derived from the name.
    const { labWithDataRoomAndFiles: lab } = await callApi(LabIdentityDocument, { oclId });
    router.push(labPath(lab?.shortname ?? shortname));
    return 'saved';
  });
  const name = texts.name.trim();
  const save = () => void saving.run({ name, description: texts.description.trim() || undefined });
  const saveDraft = useEffectEvent(() => name !== '' && save());
  useEffect(() => {
    saveDraft();
  }, []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    save();
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4 text-ink">
      <p>Your lab is ready. Name it now or later.</p>
      <NameFields draft={texts} onChange={setTexts} />
      <FailureNotice failure={saving.failure} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={name === ''}
          busy={saving.isRunning || saving.result !== undefined}
        >
          Save and open the lab
        </Button>
        <Link href={labPath(shortname, 'files')} className={buttonClass('secondary')}>
          Open the data room
        </Link>
      </div>
    </form>
  );
}
