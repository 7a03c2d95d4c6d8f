'use client';
import { CreateWebhookDocument, WebhooksDocument } from '@labroom/client/documents';
import { type FormEvent, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SelectField, TextField } from '../ui/labelled-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { WebhookRow } from './webhook-row.tsx';

const filters = [
  { value: '', name: 'All' },
  { value: 'FILE', name: 'Files' },
  { value: 'ANNOUNCEMENT', name: 'Announcements' },
];

/** Endpoints that the lab's events are sent to, and a form that adds one. */
export function WebhookSettings({ oclId }: { oclId: string }) {
  const { data, failure, reload } = useApiQuery(WebhooksDocument, { oclId });
  const [secret, setSecret] = useState<string | null>(null);
  const create = useApiMutation(CreateWebhookDocument);
  const adding = useAction(async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const filter = String(fields.get('filter'));
    const { createWebhook } = await create({
      oclId,
      url: String(fields.get('url')).trim(),
      filter: filter === 'FILE' || filter === 'ANNOUNCEMENT' ? filter : null,
    });
    setSecret(createWebhook.secret);
    form.reset();
    reload();
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void adding.run(event.currentTarget);
  }

  if (failure) return <FailureNotice failure={explainFailure(failure)} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm text-ink2">
        Each change of this lab is sent to these URLs as a signed message (Standard Webhooks). It names what
        changed, never the content of a file.
      </p>
      {data.webhooks.length > 0 && (
        <ul aria-label="Webhooks" className="divide-y divide-line border-y border-line">
          {data.webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              oclId={oclId}
              onSecret={setSecret}
              onChanged={reload}
            />
          ))}
        </ul>
      )}
      {secret && (
        <Notice kind="success" action={<Button onClick={() => setSecret(null)}>I have copied it</Button>}>
          The secret that verifies the signatures. Copy it now: it is not shown again.
          <span className="mt-2 flex items-start gap-1">
            <code className="min-w-0 rounded bg-wash p-2 font-mono break-all">{secret}</code>
            <CopyButton text={secret} label="Copy the secret" />
          </span>
        </Notice>
      )}
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <TextField
            label="URL of the endpoint"
            name="url"
            type="url"
            required
            maxLength={2000}
            placeholder="https://lab.example/labroom"
          />
          <SelectField label="Events" name="filter" options={filters} defaultValue="" />
        </div>
        <FailureNotice failure={adding.failure} />
        <Button type="submit" busy={adding.isRunning} className="self-start">
          Add webhook
        </Button>
      </form>
    </div>
  );
}
