'use client';
import { LabMembersDocument, type MemberFieldsFragment } from '@labroom/client/documents';
import { type LabOperation, mayCall } from '@labroom/protocol/lab-rights';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { type Identity, useIdentity } from '#lib/session/session-context.tsx';

export interface MyRole {
  identity: Identity;
  members: readonly MemberFieldsFragment[];
  /** `null`: no role; `undefined`: not known (still loading, or the chain could not be read). */
  role: MemberFieldsFragment['role'] | null | undefined;
  /** Whether to offer an operation. The service checks the role on the chain at each call. */
  offers(operation: LabOperation): boolean;
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
  const offers = (operation: LabOperation) =>
    address !== null && (role === undefined || mayCall(operation, role));
  return { identity, members: members ?? [], role, offers };
}
