import type { LabMemberRole, LabMemberSource } from '#packages/client/documents.generated.ts';

/** Why somebody has a role, in words. */
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

/** Owners first, then contributors, then viewers; the order within stays. */
export function byRole<M extends { role: LabMemberRole }>(members: readonly M[]): M[] {
  return members.toSorted((one, other) => order[one.role] - order[other.role]);
}
