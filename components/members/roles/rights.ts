import type { LabMemberRole, MemberFieldsFragment } from '@labroom/client/documents';
import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';

export interface Rights {
  role: LabMemberRole | null;
  /** Roles that this wallet may grant. */
  mayGrant: readonly GrantableRole[];
  /** Whether it may change only the roles of viewers whom contributors let in. */
  onlyLetIn: boolean;
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
 * The right to change roles in a lab, by the rules of `AccessResolver`. Addresses are lowercase. The owners of a Safe or an
 * account that holds the lab have none: the Safe changes roles itself, with as many signatures as it requires, and so does the
 * account.
 */
export function rightsOf(members: readonly MemberFieldsFragment[], address: string | undefined): Rights {
  const member = members.find(({ walletAddress }) => walletAddress === address);
  const role = member?.role ?? null;
  const actsAlone = member !== undefined && holderOf(members, member) === null;
  return {
    role,
    mayGrant: actsAlone ? grantable[member.role] : [],
    onlyLetIn: role === 'CONTRIBUTOR',
    mayRemoveAll: actsAlone && role === 'OWNER',
    latest: role === 'CONTRIBUTOR' ? (member?.expiry ?? null) : null,
  };
}

/** What holds the lab for a member who owns it as an owner of the holder; `null` for other members. */
export function holderOf(
  members: readonly MemberFieldsFragment[],
  { role, source }: Pick<MemberFieldsFragment, 'role' | 'source'>,
): 'Safe' | 'account' | null {
  if (role !== 'OWNER') return null;
  if (source === 'MULTISIG_RESOLUTION') return 'Safe';
  // Before the transfer to a holder is indexed, the holder itself is read from the contract too.
  const isHolderIndexed = members.some((other) => other.role === 'OWNER' && other.source === 'ONCHAIN_EVENT');
  return source === 'ACCESS_CONTRACT' && isHolderIndexed ? 'account' : null;
}

/** Whether these rights allow changing a member's role. The owner's role is not granted: it follows the LabNFT. */
export function mayChange(rights: Rights, member: Pick<MemberFieldsFragment, 'role' | 'letInBy'>): boolean {
  if (member.role === 'OWNER' || !rights.mayGrant.includes(member.role)) return false;
  return !rights.onlyLetIn || member.letInBy !== null;
}
