import type { LabMemberRole } from '@labroom/client/documents';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import type { Step, StepState } from '../../ui/steps.tsx';

/** The intended result of a role change. */
export type RoleGoal = AccountGoal | EveryoneGoal;

/** Every granted role ends. */
interface EveryoneGoal {
  /** The wallets that had one, lowercase. */
  everyone: readonly `0x${string}`[];
}

interface AccountGoal {
  /** Lowercase. */
  account: `0x${string}`;
  /** `null`: no role. */
  role: Exclude<LabMemberRole, 'OWNER'> | null;
  /** Unix seconds as a decimal string; `null`: no expiry. */
  expiry: string | null;
}

type RoleChangeStage = 'checking' | 'signing' | 'sent' | 'mined' | 'indexed' | 'effective';

export interface RoleChange {
  /** E.g. "Grant viewer". */
  title: string;
  goal: RoleGoal;
  stage: RoleChangeStage;
  hash?: `0x${string}`;
  blockNumber?: string;
  failure?: FailureText;
}

const order: readonly RoleChangeStage[] = ['checking', 'signing', 'sent', 'mined', 'indexed', 'effective'];

const titles: [RoleChangeStage, string][] = [
  ['sent', 'Sent to the network'],
  ['mined', 'Included in a block'],
  ['indexed', 'Indexed by Labroom'],
  ['effective', 'In effect on the contract'],
];

/** The steps of a role change, for display. */
export function stepsOf({ stage, blockNumber, failure }: RoleChange): Step[] {
  const reached = order.indexOf(stage);
  return titles.map(([at, title]) => {
    const position = order.indexOf(at);
    let state: StepState = 'waiting';
    if (position <= reached) state = 'done';
    else if (position === reached + 1) state = failure ? 'failed' : 'active';
    return { title, state, ...(at === 'mined' && blockNumber ? { detail: `Block ${blockNumber}` } : {}) };
  });
}

/** Whether the list of members shows the intended result. */
export function isReached(
  goal: RoleGoal,
  members: readonly { walletAddress: string; role: LabMemberRole; expiry: string | null }[],
): boolean {
  if ('everyone' in goal) return members.every(({ role }) => role === 'OWNER');
  const member = members.find(({ walletAddress }) => walletAddress === goal.account);
  if (goal.role === null) return member === undefined || member.role === 'OWNER';
  // An owner already has every right and stays listed as owner, whatever role is granted.
  return member?.role === 'OWNER' || (member?.role === goal.role && member.expiry === goal.expiry);
}

/** Label of the button while its change is not sent. */
export function busyLabel(change: RoleChange): string {
  return change.stage === 'checking' ? 'Checking' : 'Check your wallet';
}
