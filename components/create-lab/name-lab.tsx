'use client';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { explainFailure, type FailureText } from '#lib/wallet/explain-failure.ts';
import { LabIdentityDocument, UpdateLabNftMetadataDocument } from '#packages/client/documents.generated.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Field } from '../ui/field.tsx';
import { Input, Textarea } from '../ui/input.tsx';

/** Sets the name and description of a registered lab. Both are optional. */
export function NameLab({ oclId, shortname }: { oclId: string; shortname: string }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FailureText | null>(null);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '').trim() || undefined;
    setBusy(true);
    setFailure(null);
    try {
      const input = { name: text('name'), description: text('description') };
      await callApi(UpdateLabNftMetadataDocument, { oclId, input });
      // The shortname is derived from the name.
      const { labWithDataRoomAndFiles: lab } = await callApi(LabIdentityDocument, { oclId });
      router.push(labPath(lab?.shortname ?? shortname));
    } catch (error) {
      setFailure(explainFailure(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-4 text-ink">
      <p>The data room is open. Name the lab now or later.</p>
      <Field label="Name" hint="The address of the lab’s pages is derived from the name.">
        {(control) => <Input {...control} name="name" required maxLength={200} />}
      </Field>
      <Field label="Description" hint="Markdown; everyone can read it.">
        {(control) => <Textarea {...control} name="description" maxLength={10_000} />}
      </Field>
      {failure && (
        <ErrorState title={failure.title} requestId={failure.requestId}>
          {failure.advice}
        </ErrorState>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save and open the lab
        </Button>
        <Link href={labPath(shortname, 'files')} className={buttonClass('secondary')}>
          Go to the data room
        </Link>
      </div>
    </form>
  );
}
