'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { Notice } from '../../ui/notice.tsx';
import { RequestsSection } from '../requests/requests-section.tsx';
import { mayChange, type Rights } from '../roles/rights.ts';
import type { RoleChoice } from '../roles/role-choice.tsx';
import { EndingRoles } from './ending-roles.tsx';

interface RoleTasksProps {
  lab: { oclId: string; name: string; shortname: string };
  members: readonly MemberFieldsFragment[];
  rights: Rights;
  /** The connected wallet; `null` without one. */
  wallet: `0x${string}` | null;
  onChoose: (choice: RoleChoice) => void;
}

/** What waits for a member who can decide on roles: requests, roles of an earlier holder, and roles that end soon. */
export function RoleTasks({ lab, members, rights, wallet, onChoose }: RoleTasksProps) {
  const fromBefore = members.filter(({ grantedBeforeHolder }) => grantedBeforeHolder).length;
  return (
    <>
      <RequestsSection
        lab={lab}
        rights={rights}
        wallet={wallet}
        onGrant={(asked) =>
          onChoose({
            member: members.find(({ walletAddress }) => walletAddress === asked.wallet) ?? null,
            asked,
          })
        }
      />
      {fromBefore > 0 && (
        <Notice kind="warning">
          {fromBefore === 1 ? '1 role was' : `${fromBefore} roles were`} granted by an earlier holder of the
          LabNFT and {fromBefore === 1 ? 'holds' : 'hold'} until the present holder revokes{' '}
          {fromBefore === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {rights.mayGrant.length > 0 && (
        <EndingRoles
          members={members}
          mayChange={(member) => mayChange(rights, member)}
          onExtend={(member) => onChoose({ member })}
        />
      )}
    </>
  );
}
