'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { useIdentity } from '#lib/session/session-context.tsx';
import { ConnectButton } from '../../core/wallet/connect-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { part } from '../../ui/part.tsx';

const MyRights = part(async () => (await import('./my-rights.tsx')).MyRights);

interface RightsNoticeProps {
  lab: { oclId: string; name: string };
  members: readonly MemberFieldsFragment[];
  /** The members have changed. */
  onMembers: (members: MemberFieldsFragment[]) => void;
}

/** What the user may do in this lab. Visitors without a wallet do not load its texts. */
export function RightsNotice({ lab, members, onMembers }: RightsNoticeProps) {
  const identity = useIdentity();
  if (!('address' in identity)) {
    return (
      <Notice action={<ConnectButton />}>Connect your wallet to see its rights and change roles.</Notice>
    );
  }
  const connected = identity.kind !== 'signed-in' || identity.walletConnected;
  return (
    <MyRights
      lab={lab}
      members={members}
      onMembers={onMembers}
      address={identity.address}
      connected={connected}
    />
  );
}
