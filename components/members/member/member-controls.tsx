'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { ConnectButton } from '../../core/wallet/connect-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { part } from '../../ui/part.tsx';
import { mayChange, rightsOf } from '../roles/rights.ts';
import type { RenewKeysPart } from '../roles/role-change-progress.tsx';
import type { RoleChoice } from '../roles/role-choice.tsx';

// Only users who revoke a role load it.
const RoleChanges = part(async () => (await import('../roles/role-changes.tsx')).RoleChanges);

interface MemberControlsProps {
  lab: { oclId: string; name: string };
  /** The member of the page, lowercase. */
  wallet: string;
  initialMembers: readonly MemberFieldsFragment[];
  RenewKeys: RenewKeysPart;
}

/** Revokes the role of a member, for those who may. */
export function MemberControls({ lab, wallet, initialMembers, RenewKeys }: MemberControlsProps) {
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
          RenewKeys={RenewKeys}
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
