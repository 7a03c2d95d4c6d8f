'use client';
import type { MemberFieldsFragment } from '#packages/client/documents.generated.ts';
import { RequestsSection } from '../access-requests/requests-section.tsx';
import { EndingRoles } from './ending-roles.tsx';
import { mayChange, type Rights } from './rights.ts';
import type { RoleChoice } from './role-choice.tsx';

interface RoleTasksProps {
  lab: { oclId: string; name: string; shortname: string };
  members: readonly MemberFieldsFragment[];
  rights: Rights;
  /** The connected wallet; `null` without one. */
  wallet: `0x${string}` | null;
  onChoose: (choice: RoleChoice) => void;
}

/** What waits for a member who can decide on roles: requests, and roles that end soon. */
export function RoleTasks({ lab, members, rights, wallet, onChoose }: RoleTasksProps) {
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
