import type { RequestContext } from '#core/context/context.ts';
import type { LabRow } from '../labs/lab-rows.ts';
import { provedWallet } from './authorize.ts';

type Viewed = Pick<LabRow, 'oclId' | 'hides'>;

/**
 * Whether the lists of a lab show the caller all there is: always, unless something in it was hidden, and then to members. By the index of
 * the chain, because it decides what is listed, never who may open something.
 */
export async function seesHidden(context: RequestContext, lab: Viewed): Promise<boolean> {
  return lab.hides === 0 || isMember(context, lab.oclId);
}

/** Whether the caller's wallet is a member of a lab, by the index of the chain. */
export async function isMember(context: RequestContext, oclId: string): Promise<boolean> {
  if (context.isForMembers) return true;
  const wallet = await provedWallet(context);
  if (!wallet) return false;
  const members = await context.loaders.members.load(oclId);
  const caller = wallet.toLowerCase();
  return members.some(({ walletAddress }) => walletAddress.toLowerCase() === caller);
}
