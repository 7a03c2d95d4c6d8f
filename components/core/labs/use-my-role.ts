'use client';
import { LabMembersDocument, type MemberFieldsFragment } from '@labroom/client/documents';
import {
  type LabOperation,
  mayCall,
  mayCallOnOthers,
  type OperationOnOthers,
} from '@labroom/protocol/lab-rights';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { type Identity, useIdentity } from '#lib/session/session-context.tsx';

export interface MyRole {
  identity: Identity;
  members: readonly MemberFieldsFragment[];
  /** `null`: no role; `undefined`: not known (still loading, or the chain could not be read). */
  role: MemberFieldsFragment['role'] | null | undefined;
  /** Whether the role is being read for the first time. */
  isLoading: boolean;
  /** Whether to offer an operation: also where the role is not known. The service checks it on the chain at each call. */
  offers(operation: LabOperation): boolean;
  /** Whether to offer an operation on what somebody else wrote. */
  offersOnOthers(operation: OperationOnOthers): boolean;
}

/** The user's role in a lab. */
export function useMyRole(oclId: string): MyRole {
  const identity = useIdentity();
  const address = 'address' in identity ? identity.address : null;
  // Without a wallet there is no role, so the service and the chain are not queried.
  const { data, isLoading } = useApiQuery(LabMembersDocument, { oclId }, { pause: !address });
  const members = data?.listLabMembers.members;
  const mine = members?.find((member) => member.walletAddress === address)?.role ?? null;
  const role = members && address ? mine : undefined;
  const offers = (operation: LabOperation) =>
    address !== null && (role === undefined || mayCall(operation, role));
  const offersOnOthers = (operation: OperationOnOthers) => mayCallOnOthers(operation, role ?? null);
  return { identity, members: members ?? [], role, isLoading: isLoading && !data, offers, offersOnOthers };
}
