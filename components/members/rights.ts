import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';
import type { LabMemberRole, MemberFieldsFragment } from '#packages/client/documents.generated.ts';

export interface Rights {
  role: LabMemberRole | null;
  /** Roles that this wallet may grant. */
  mayGrant: readonly GrantableRole[];
}

const grantable: Record<LabMemberRole, readonly GrantableRole[]> = {
  OWNER: ['VIEWER', 'CONTRIBUTOR'],
  CONTRIBUTOR: ['VIEWER'],
  VIEWER: [],
};

/** The right to change roles in a lab, by the rules of `AccessResolver`. Addresses are lowercase. */
export function rightsOf(members: readonly MemberFieldsFragment[], address: string | undefined): Rights {
  const role = members.find((member) => member.walletAddress === address)?.role ?? null;
  return { role, mayGrant: role ? grantable[role] : [] };
}

/** Whether these rights allow changing a member's role. The owner's role is not granted: it follows the LabNFT. */
export function mayChange(rights: Rights, member: Pick<MemberFieldsFragment, 'role'>): boolean {
  return member.role !== 'OWNER' && rights.mayGrant.includes(member.role);
}
