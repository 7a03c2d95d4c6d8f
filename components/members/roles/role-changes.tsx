'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { useEffect, useEffectEvent } from 'react';
import type { Rights } from './rights.ts';
import { type RenewKeysPart, RoleChangeProgress } from './role-change-progress.tsx';
import { type RoleChoice, RoleChoiceDialog } from './role-choice.tsx';
import { useRoleChange } from './use-role-change.ts';

interface RoleChangesProps {
  lab: { oclId: string; name: string };
  RenewKeys: RenewKeysPart;
  members: readonly MemberFieldsFragment[];
  rights: Rights;
  /** The connected wallet; `null` without one. */
  wallet: `0x${string}` | null;
  /** What the user changes in the dialog; `null` while it is closed. */
  choice: RoleChoice | null;
  onMembers: (members: MemberFieldsFragment[]) => void;
  onClose: () => void;
}

/** The dialog of a role change and the progress of its transaction. They include the chain code. */
export function RoleChanges({
  lab,
  RenewKeys,
  members,
  rights,
  wallet,
  choice,
  onMembers,
  onClose,
}: RoleChangesProps) {
  const { change, start, clear } = useRoleChange(lab.oclId as `0x${string}`, onMembers);
  const unsent = change !== null && (change.stage === 'checking' || change.stage === 'signing');
  const opened = useEffectEvent(() => unsent && clear());
  useEffect(() => {
    if (choice) opened();
  }, [choice]);

  // The wallet may still sign after the dialog closes. Its transaction is then followed as well.
  function close() {
    onClose();
    if (unsent && change.failure) clear();
  }

  return (
    <>
      {change && !unsent && (
        <RoleChangeProgress lab={lab} RenewKeys={RenewKeys} change={change} onClose={clear} />
      )}
      {choice && wallet && (
        <RoleChoiceDialog
          choice={choice}
          lab={lab}
          members={members}
          rights={rights}
          change={unsent ? change : null}
          onSubmit={(transaction, goal) => start(transaction, goal, wallet, onClose)}
          onClose={close}
        />
      )}
    </>
  );
}
