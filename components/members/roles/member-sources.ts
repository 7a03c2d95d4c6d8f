import type { LabMemberRole, LabMemberSource } from '@labroom/client/documents';

/** Where a member's role comes from. */
const sources: Record<LabMemberSource, string> = {
  ONCHAIN_EVENT: 'Holds the LabNFT',
  MULTISIG_RESOLUTION: 'Owner of the Safe that holds the LabNFT',
  ACCESS_CONTRACT: 'Read from the contract',
  ACCESS_RESOLVER_EVENT: 'Granted',
};

export function sourceText(source: LabMemberSource): string {
  return sources[source];
}

const order: Record<LabMemberRole, number> = { OWNER: 0, CONTRIBUTOR: 1, VIEWER: 2 };

/** Sorts owners first, then contributors, then viewers. Keeps the order within a role. */
export function byRole<M extends { role: LabMemberRole }>(members: readonly M[]): M[] {
  return members.toSorted((one, other) => order[one.role] - order[other.role]);
}
