import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';
import type { LabMemberRole, MemberFieldsFragment } from '#packages/client/documents.generated.ts';

export interface Rights {
  role: LabMemberRole | null;
  /** Roles this wallet may give. */
  mayGrant: readonly GrantableRole[];
}

const grantable: Record<LabMemberRole, readonly GrantableRole[]> = {
  OWNER: ['VIEWER', 'CONTRIBUTOR'],
  CONTRIBUTOR: ['VIEWER'],
  VIEWER: [],
};

/** What a wallet may do with the roles of a lab, by the rules of `AccessResolver`. Addresses are lowercase. */
export function rightsOf(members: readonly MemberFieldsFragment[], address: string | undefined): Rights {
  const role = members.find((member) => member.walletAddress === address)?.role ?? null;
  return { role, mayGrant: role ? grantable[role] : [] };
}

/** Whether these rights reach a member's role. An owner's does not come from a grant: it moves with the LabNFT. */
export function mayChange(rights: Rights, member: Pick<MemberFieldsFragment, 'role'>): boolean {
  return member.role !== 'OWNER' && rights.mayGrant.includes(member.role);
}
