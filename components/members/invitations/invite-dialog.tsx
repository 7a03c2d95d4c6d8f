'use client';
import { CreateInvitationDocument } from '@labroom/client/documents';
import { invitationLimits } from '@labroom/protocol/invitation';
import { useState } from 'react';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SelectField, TextField } from '../../ui/labelled-fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EndFields, RoleField } from '../roles/role-fields.tsx';
import { type Duration, expiryOf } from '../roles/role-form.ts';

interface InviteDialogProps {
  lab: { oclId: string; name: string };
  mayGrant: readonly GrantableRole[];
  onCreated: () => void;
  onClose: () => void;
}

const title = 'Invite people';
const description = 'Who opens the link and accepts appears in the requests, where you grant the role.';
const dayMs = 86_400_000;
const linkDays = [1, 7, 30, 90].map((value) => ({ value, name: value === 1 ? '1 day' : `${value} days` }));

/** Creates a link that invites people. Its secret is made here and stays in the link. */
export function InviteDialog({ lab, mayGrant, onCreated, onClose }: InviteDialogProps) {
  const [role, setRole] = useState<GrantableRole>('VIEWER');
  const [end, setEnd] = useState<{ duration: Duration; date: string }>({ duration: '90', date: '' });
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
    const until = expiryOf(end, new Date());
    const isCount = /^\d+$/.test(uses) && Number(uses) >= 1 && Number(uses) <= invitationLimits.uses;
    const found = {
      ...(!isCount && { uses: `Enter a number from 1 to ${invitationLimits.uses}.` }),
      ...((until === undefined || (until && until <= new Date())) && { date: 'Choose a day in the future.' }),
    };
    setErrors(found);
    if (until !== undefined && Object.keys(found).length === 0) void creating.run(until);
  }

  const link = creating.result;
  if (link) {
    return (
      <Dialog
        onClose={onClose}
        title={title}
        description={description}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
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
      </Dialog>
    );
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={title}
      description={description}
      action="Create the link"
      busy={creating.isRunning}
      onAction={submit}
      isForm
      failure={creating.failure}
    >
      <RoleField role={role} mayGrant={mayGrant} onRole={setRole} />
      <EndFields
        label="The role ends"
        {...end}
        error={errors.date}
        onChange={(part) => setEnd({ ...end, ...part })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Number of people"
          error={errors.uses}
          inputMode="numeric"
          value={uses}
          onValue={(value) => setUses(value.trim())}
        />
        <SelectField label="The link works for" options={linkDays} value={days} onValue={setDays} />
      </div>
    </ActionDialog>
  );
}
