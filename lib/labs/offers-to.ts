import type { MemberFieldsFragment } from '@labroom/client/documents';
import { type LabOperation, mayCall } from '@labroom/protocol/lab-rights';

type Member = Pick<MemberFieldsFragment, 'walletAddress' | 'role'>;

/**
 * Which operations to offer to a wallet, by the role that it has among the members of a lab. The service checks the role on the chain at
 * each call.
 */
export function offersTo(
  members: readonly Member[],
  wallet: string | null | undefined,
): (operation: LabOperation) => boolean {
  const role = members.find(({ walletAddress }) => walletAddress === wallet)?.role ?? null;
  return (operation) => mayCall(operation, role);
}

/** The members to offer an operation to, for what a page decides in the browser: it ships no table of operations. */
export function walletsOffered(members: readonly Member[], operation: LabOperation): string[] {
  return members.filter(({ role }) => mayCall(operation, role)).map(({ walletAddress }) => walletAddress);
}
