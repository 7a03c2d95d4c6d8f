'use client';
import {
  type MailFrequency,
  type NoticeMailFieldsFragment,
  SetNoticeMailDocument,
} from '@labroom/client/documents';
import type { FormEvent } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { type Option, SelectField, TextField } from '../ui/labelled-fields.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';

const frequencies: readonly Option<MailFrequency>[] = [
  { value: 'IMMEDIATE', name: 'Within minutes' },
  { value: 'DAILY', name: 'Once a day, after 07:00 UTC' },
  { value: 'OFF', name: 'Never' },
];

/** The e-mail address that notices are sent to, its state, and how often mail is sent. */
export function MailSettings({ mail }: { mail: NoticeMailFieldsFragment | null }) {
  const setMail = useApiMutation(SetNoticeMailDocument);
  const { isRunning, failure, run } = useAction(
    async (next: { address: string; frequency: MailFrequency } | null) => {
      await setMail(next ?? { address: null });
    },
  );
  return (
    <Section title="E-mail" action={mail && <State mail={mail} />}>
      {mail ? (
        <Stored mail={mail} busy={isRunning} onSet={(next) => void run(next)} />
      ) : (
        <NewAddress busy={isRunning} onSet={(address) => void run({ address, frequency: 'IMMEDIATE' })} />
      )}
      <FailureNotice failure={failure} />
    </Section>
  );
}

function NewAddress({ busy, onSet }: { busy: boolean; onSet: (address: string) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSet(String(new FormData(event.currentTarget).get('address')).trim());
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label="Your address"
        hint="Only you can see it. A link in a first mail confirms it."
        name="address"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <Button type="submit" busy={busy} className="self-start">
        Get notices by e-mail
      </Button>
    </form>
  );
}

interface StoredProps {
  mail: NoticeMailFieldsFragment;
  busy: boolean;
  onSet: (next: { address: string; frequency: MailFrequency } | null) => void;
}

function Stored({ mail, busy, onSet }: StoredProps) {
  const { address, frequency, state } = mail;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="font-medium break-all">{address}</p>
      {state === 'UNCONFIRMED' && (
        <p className="text-ink2">
          Open the link in the mail that was sent there. It works for 24 hours; until then nothing else is
          sent.
        </p>
      )}
      {state === 'DISABLED' && (
        <p className="text-ink2">The mail server of this address rejects mail. Nothing more is sent.</p>
      )}
      {state === 'CONFIRMED' && (
        <SelectField
          label="Send notices"
          options={frequencies}
          value={frequency}
          disabled={busy}
          onValue={(chosen) => onSet({ address, frequency: chosen })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {state !== 'CONFIRMED' && (
          <Button size="sm" busy={busy} onClick={() => onSet({ address, frequency })}>
            {state === 'DISABLED' ? 'Confirm again' : 'Send a new link'}
          </Button>
        )}
        <Button size="sm" busy={busy} onClick={() => onSet(null)}>
          Delete address
        </Button>
      </div>
    </div>
  );
}

function State({ mail: { state, failingSince, frequency } }: { mail: NoticeMailFieldsFragment }) {
  if (state === 'UNCONFIRMED') return <Badge tone="warn">Waiting for confirmation</Badge>;
  if (state === 'DISABLED') return <Badge tone="bad">Rejected</Badge>;
  if (frequency === 'OFF') return <Badge>Off</Badge>;
  if (!failingSince) return <Badge tone="good">On</Badge>;
  return (
    <Badge tone="warn">
      Failing since <Time value={failingSince} />
    </Badge>
  );
}
