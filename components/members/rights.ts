import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';
import type { LabMemberRole, MemberFieldsFragment } from '#packages/client/documents.generated.ts';

export interface Rights {
  role: LabMemberRole | null;
  /** Roles that this wallet may grant. */
  mayGrant: readonly GrantableRole[];
  /** Whether it may end all granted roles at once. */
  mayRemoveAll: boolean;
  /** End of the wallet's own role in Unix seconds, if what it grants must end by then. */
  latest: string | null;
}

const grantable: Record<LabMemberRole, readonly GrantableRole[]> = {
  OWNER: ['VIEWER', 'CONTRIBUTOR'],
  CONTRIBUTOR: ['VIEWER'],
  VIEWER: [],
};

/**
 * The right to change roles in a lab, by the rules of `AccessResolver`. Addresses are lowercase. The owners of a Safe
 * have none: the Safe changes roles itself, with as many signatures as it requires.
 */
export function rightsOf(members: readonly MemberFieldsFragment[], address: string | undefined): Rights {
  const member = members.find(({ walletAddress }) => walletAddress === address);
  const role = member?.role ?? null;
  const actsAlone = member !== undefined && member.source !== 'MULTISIG_RESOLUTION';
  return {
    role,
    mayGrant: actsAlone ? grantable[member.role] : [],
    mayRemoveAll: actsAlone && role === 'OWNER',
    latest: role === 'CONTRIBUTOR' ? (member?.expiry ?? null) : null,
  };
}

/** Whether these rights allow changing a member's role. The owner's role is not granted: it follows the LabNFT. */
export function mayChange(rights: Rights, member: Pick<MemberFieldsFragment, 'role'>): boolean {
  return member.role !== 'OWNER' && rights.mayGrant.includes(member.role);
}
