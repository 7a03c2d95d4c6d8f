import type { MemberFieldsFragment } from '@labroom/client/documents';
import { type LabOperation, mayCall } from '@labroom/protocol/lab-rights';

/**
 * Which operations to offer to a wallet, by the role that it has among the members of a lab. The service checks the role on the chain at
 * each call.
 */
export function offersTo(
  members: readonly Pick<MemberFieldsFragment, 'walletAddress' | 'role'>[],
  wallet: string | null | undefined,
): (operation: LabOperation) => boolean {
  const role = members.find(({ walletAddress }) => walletAddress === wallet)?.role ?? null;
  return (operation) => mayCall(operation, role);
}
