'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import type { MemberFieldsFragment } from '#packages/client/documents.generated.ts';
import { ConnectButton } from '../../core/wallet/connect-button.tsx';
import { Button } from '../../ui/button.tsx';
import { late } from '../../ui/late.tsx';
import { Notice } from '../../ui/notice.tsx';
import { mayChange, rightsOf } from '../roles/rights.ts';
import type { RoleChoice } from '../roles/role-choice.tsx';

// Only users who revoke a role load it.
const RoleChanges = late(() => import('../roles/role-changes.tsx').then((module) => module.RoleChanges));

interface MemberControlsProps {
  lab: { oclId: string; name: string };
  /** The member of the page, lowercase. */
  wallet: string;
  initialMembers: readonly MemberFieldsFragment[];
}

/** Revokes the role of a member, for those who may. */
export function MemberControls({ lab, wallet, initialMembers }: MemberControlsProps) {
  const router = useRouter();
  const [members, setMembers] = useState(initialMembers);
  // `undefined` until the first choice. A sent transaction is followed after its dialog has closed.
  const [choice, setChoice] = useState<RoleChoice | null>();
  const connected = useWallet();
  const reader = connected.status === 'connected' ? connected.address : null;
  const rights = rightsOf(members, reader ?? undefined);
  const member = members.find(({ walletAddress }) => walletAddress === wallet);

  function change(now: MemberFieldsFragment[]) {
    setMembers(now);
    // What it may do comes from the server.
    if (member && !now.some(({ walletAddress }) => walletAddress === wallet)) router.refresh();
  }

  return (
    <div className="flex flex-col gap-4 text-sm">
      {choice !== undefined && (
        <RoleChanges
          lab={lab}
          members={members}
          rights={rights}
          wallet={reader}
          choice={choice}
          onMembers={change}
          onClose={() => setChoice(null)}
        />
      )}
      {!member ? (
        <p>It has no role in this lab.</p>
      ) : member.role === 'OWNER' ? (
        <p>The role of an owner follows the LabNFT and cannot be revoked.</p>
      ) : mayChange(rights, member) ? (
        <>
          <p>
            One transaction of your wallet ends its role: it gets no keys from then on. Keys that it received
            still open the stored versions, until you renew them. Copies that it made stay with it.
          </p>
          <Button
            variant="danger"
            className="self-start"
            onClick={() => setChoice({ member, revokes: true })}
          >
            Revoke its role…
          </Button>
        </>
      ) : (
        <Notice action={reader ? undefined : <ConnectButton />}>
          {member.role === 'VIEWER' ? 'Owners and contributors' : 'Owners'} of this lab can revoke its role
          {reader ? '.' : ' here, with their wallet.'}
        </Notice>
      )}
    </div>
  );
}
