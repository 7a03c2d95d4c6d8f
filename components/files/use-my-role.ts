'use client';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { type Identity, useIdentity } from '#lib/session/session-context.tsx';
import { LabMembersDocument, type MemberFieldsFragment } from '#packages/client/documents.generated.ts';

export interface MyRole {
  identity: Identity;
  members: readonly MemberFieldsFragment[];
  /** `null`: no role; `undefined`: not known (yet, or because the chain could not be read). */
  role: MemberFieldsFragment['role'] | null | undefined;
  /** Whether it is worth offering to change things. The service decides anew, by the chain, each time. */
  requireContributor: boolean;
}

/** What the person at this page is in a lab. */
export function useMyRole(oclId: string): MyRole {
  const identity = useIdentity();
  const address = 'address' in identity ? identity.address : null;
  // Visitors without a wallet do not make the service ask the chain.
  const { data } = useApiQuery(LabMembersDocument, { oclId }, { pause: !address });
  const members = data?.listLabMembers.members;
  const mine = members?.find((member) => member.walletAddress === address)?.role ?? null;
  const role = members && address ? mine : undefined;
  const requireContributor =
    address !== null && (role === undefined || role === 'OWNER' || role === 'CONTRIBUTOR');
  return { identity, members: members ?? [], role, requireContributor };
}
