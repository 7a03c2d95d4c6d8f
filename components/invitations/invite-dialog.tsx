'use client';
import { useState } from 'react';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useAction } from '#lib/use-action.ts';
import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';
import { CreateInvitationDocument } from '#packages/client/documents.generated.ts';
import { invitationLimits } from '#packages/protocol/invitation.ts';
import { durations, roleChoices } from '../members/role-fields.tsx';
import { type Duration, expiryOf } from '../members/role-form.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';

interface InviteDialogProps {
  lab: { oclId: string; name: string };
  mayGrant: readonly GrantableRole[];
  onCreated: () => void;
  onClose: () => void;
}

const dayMs = 86_400_000;
const linkDays = [1, 7, 30, 90];

/** Creates a link that invites people. Its secret is made here and stays in the link. */
export function InviteDialog({ lab, mayGrant, onCreated, onClose }: InviteDialogProps) {
  const [role, setRole] = useState<GrantableRole>('VIEWER');
  const [duration, setDuration] = useState<Duration>('90');
  const [date, setDate] = useState('');
  const [uses, setUses] = useState('1');
  const [days, setDays] = useState(7);
  const [errors, setErrors] = useState<{ uses?: string; date?: string }>({});
  const create = useApiMutation(CreateInvitationDocument);
  const creating = useAction(async (until: Date | null) => {
    const secret = generatePrivateKey();
    const { createInvitation } = await create({
      input: {
        oclId: lab.oclId,
        role,
        until: until?.toISOString() ?? null,
        uses: Number(uses),
        expiresAt: new Date(Date.now() + days * dayMs).toISOString(),
        secretAddress: privateKeyToAccount(secret).address,
      },
    });
    onCreated();
    return `${location.origin}/invite/${createInvitation.invitation?.id}#${secret}`;
  });

  function submit() {
    const until = expiryOf({ duration, date }, new Date());
    const isCount = /^\d+$/.test(uses) && Number(uses) >= 1 && Number(uses) <= invitationLimits.uses;
    const found = {
      ...(!isCount && { uses: `Enter a number from 1 to ${invitationLimits.uses}.` }),
      ...((until === undefined || (until && until <= new Date())) && { date: 'Choose a day in the future.' }),
    };
    setErrors(found);
    if (until !== undefined && Object.keys(found).length === 0) void creating.run(until);
  }

  const link = creating.result;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Invite people"
      description="Who opens the link and accepts appears in the requests, where you grant the role."
      footer={
        link ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={creating.isRunning} onClick={submit}>
              Create the link
            </Button>
          </>
        )
      }
    >
      {link ? (
        <div className="flex flex-col gap-3">
          <Notice kind="success">
            The link is ready. Copy it now: it is not shown again. Everyone who has it can accept, so send it
            to the people you invite only.
          </Notice>
          <Field label="Link">
            {(control) => (
              <span className="flex items-center gap-1">
                <Input {...control} readOnly value={link} className="font-mono text-xs" />
                <CopyButton text={link} label="Copy the link" />
              </span>
            )}
          </Field>
        </div>
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label="Role">
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={role}
                onChange={({ target }) => setRole(target.value as GrantableRole)}
              >
                {roleChoices
                  .filter(({ value }) => mayGrant.includes(value))
                  .map(({ value, name }) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          <Field label="The role ends" error={duration === 'date' ? undefined : errors.date}>
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={duration}
                onChange={({ target }) => setDuration(target.value as Duration)}
              >
                {durations.map(({ value, name }) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {duration === 'date' && (
            <Field label="Last day" error={errors.date} hint="In your time zone.">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={date}
                  onChange={({ target }) => setDate(target.value)}
                />
              )}
            </Field>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Number of people" error={errors.uses}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  value={uses}
                  onChange={({ target }) => setUses(target.value.trim())}
                />
              )}
            </Field>
            <Field label="The link works for">
              {(control) => (
                <Select
                  {...control}
                  className="w-full"
                  value={days}
                  onChange={({ target }) => setDays(Number(target.value))}
                >
                  {linkDays.map((count) => (
                    <option key={count} value={count}>
                      {count === 1 ? '1 day' : `${count} days`}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <FailureNotice failure={creating.failure} />
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </form>
      )}
    </Dialog>
  );
}
