'use client';
import { LabMembersDocument, type MemberFieldsFragment } from '@labroom/client/documents';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { type Identity, useIdentity } from '#lib/session/session-context.tsx';

export interface MyRole {
  identity: Identity;
  members: readonly MemberFieldsFragment[];
  /** `null`: no role; `undefined`: not known (still loading, or the chain could not be read). */
  role: MemberFieldsFragment['role'] | null | undefined;
  /** Whether to offer changes. The service checks the role on the chain at each call. */
  canWrite: boolean;
}

/** The user's role in a lab. */
export function useMyRole(oclId: string): MyRole {
  const identity = useIdentity();
  const address = 'address' in identity ? identity.address : null;
  // Without a wallet there is no role, so the service and the chain are not queried.
  const { data } = useApiQuery(LabMembersDocument, { oclId }, { pause: !address });
  const members = data?.listLabMembers.members;
  const mine = members?.find((member) => member.walletAddress === address)?.role ?? null;
  const role = members && address ? mine : undefined;
  const canWrite = address !== null && (role === undefined || role === 'OWNER' || role === 'CONTRIBUTOR');
  return { identity, members: members ?? [], role, canWrite };
}
