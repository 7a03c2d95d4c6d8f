'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { useState } from 'react';
import { useNetwork } from '#lib/config/public-config.tsx';
import { grantRole } from '#lib/wallet/transactions/grant-role.ts';
import { revokeRole } from '#lib/wallet/transactions/revoke-role.ts';
import { type GrantableRole, roleNames } from '#lib/wallet/transactions/roles.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { NetworkBanner } from '../../core/wallet/network-banner.tsx';
import { TransactionSummary } from '../../core/wallet/transaction-summary.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { shortHex } from '../../ui/short-hex.ts';
import { busyLabel, type RoleChange, type RoleGoal } from './role-change.ts';
import { RoleFields } from './role-fields.tsx';
import { checkRoleForm, type RoleForm, type RoleFormErrors } from './role-form.ts';

/** What a wallet asked for. */
export interface AskedRole {
  account: string;
  role: GrantableRole;
  /** `null`: no end. */
  until: Date | null;
}

interface RoleDialogProps {
  lab: { oclId: string; name: string };
  /** The member whose role changes; `null` for a new member. */
  member: MemberFieldsFragment | null;
  /** A request that the dialog grants. */
  asked?: AskedRole | undefined;
  /** The dialog revokes the member's role and offers nothing else. */
  revokes?: boolean;
  members: readonly MemberFieldsFragment[];
  mayGrant: readonly GrantableRole[];
  /** End of the user's own role: roles that a contributor grants end by then. */
  latest: string | null;
  /** The change started in this dialog, until its transaction is sent. */
  change: RoleChange | null;
  onSubmit: (transaction: Transaction, goal: RoleGoal) => void;
  onClose: () => void;
}

/** Form to grant, extend and revoke roles. Describes the transaction before the wallet opens. */
export function RoleDialog(props: RoleDialogProps) {
  const { lab, member, asked, revokes = false, members, mayGrant, latest, change, onSubmit, onClose } = props;
  const network = useNetwork();
  const [form, setForm] = useState<RoleForm>(() => initialForm(member, asked));
  const [revoking, setRevoking] = useState(revokes);
  const [errors, setErrors] = useState<RoleFormErrors>({});
  const checked = checkRoleForm(form, members, new Date(), latest);
  const busy = change !== null && change.failure === undefined;
  const present = member ? `is a ${member.role.toLowerCase()} now` : '';

  const revocation =
    member && member.role !== 'OWNER'
      ? revokeRole({ network, lab, account: member.walletAddress as `0x${string}`, role: member.role })
      : null;
  const transaction = revoking
    ? revocation
    : checked.ok
      ? grantRole({ network, lab, ...checked.value, role: form.role, isAgent: form.isAgent })
      : null;

  function submit() {
    const now = checkRoleForm(form, members, new Date(), latest);
    if (revoking && revocation && member) {
      onSubmit(revocation, { account: member.walletAddress as `0x${string}`, role: null, expiry: null });
    } else if (now.ok) {
      const { account, expiry } = now.value;
      onSubmit(grantRole({ network, lab, account, expiry, role: form.role, isAgent: form.isAgent }), {
        account: account.toLowerCase() as `0x${string}`,
        role: form.role,
        expiry: expiry && String(Math.floor(expiry.getTime() / 1000)),
      });
    } else {
      setErrors(now.errors);
    }
  }

  return (
    <ActionDialog
      onClose={onClose}
      title={
        revokes ? 'Revoke a role' : asked ? 'Grant what was asked' : member ? 'Change a role' : 'Grant a role'
      }
      description={
        member
          ? `${shortHex(member.walletAddress)} ${present}. The change is a transaction of your wallet.`
          : 'Granting access is a transaction of your wallet.'
      }
      action={
        busy
          ? busyLabel(change)
          : revoking
            ? 'Revoke the role'
            : member && !asked
              ? 'Change the role'
              : 'Grant the role'
      }
      variant={revoking ? 'danger' : 'primary'}
      busy={busy}
      onAction={submit}
      isForm
      failure={change?.failure}
      others={
        <>
          {revocation && !revoking && !asked && (
            <Button
              variant="quiet"
              className="mr-auto text-bad"
              disabled={busy}
              onClick={() => setRevoking(true)}
            >
              Revoke instead
            </Button>
          )}
          {revoking && !revokes && (
            <Button variant="quiet" className="mr-auto" disabled={busy} onClick={() => setRevoking(false)}>
              Grant a role instead
            </Button>
          )}
        </>
      }
    >
      <NetworkBanner />
      {!revoking && (
        <RoleFields
          form={form}
          errors={errors}
          mayGrant={mayGrant}
          accountFixed={member !== null || asked !== undefined}
          onChange={(part) => {
            setForm({ ...form, ...part });
            setErrors({});
          }}
        />
      )}
      {transaction && <TransactionSummary {...transaction.describe} />}
    </ActionDialog>
  );
}

function initialForm(member: MemberFieldsFragment | null, asked: AskedRole | undefined): RoleForm {
  const isAgent = member?.isAgent ?? false;
  if (asked) {
    const { account, role, until } = asked;
    return { account, role, duration: 'asked', date: '', asked: until, isAgent };
  }
  return {
    account: member?.walletAddress ?? '',
    role: member && member.role in roleNames ? (member.role as GrantableRole) : 'VIEWER',
    duration: member && !member.expiry ? 'never' : '90',
    date: '',
    isAgent,
  };
}
