import type { MemberFieldsFragment } from '@labroom/client/documents';
import { accessResolverAbi } from '@labroom/contracts/abi';
import type { PublicConfig } from '#lib/config/public-config.tsx';
import { chainClient } from '#lib/wallet/chain.ts';
import { pollUntil } from '#lib/wallet/poll-until.ts';
import { sendTransaction, waitUntilMined } from '#lib/wallet/run-transaction.ts';
import { roleNumbers } from '#lib/wallet/transactions/roles.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { readMembers } from './read-members.ts';
import { isReached, type RoleChange, type RoleGoal } from './role-change.ts';

interface ChangeRoleInput {
  transaction: Transaction;
  goal: RoleGoal;
  oclId: `0x${string}`;
  from: `0x${string}`;
  config: PublicConfig;
  onProgress: (progress: Partial<RoleChange>) => void;
  onMembers: (members: MemberFieldsFragment[]) => void;
}

/**
 * Runs a role change in order: check, sign, send, mine, index, take effect. Errors: those of `sendTransaction` and
 * `waitUntilMined`; `Error` if indexing or the effect does not follow in time; those of the service or the node if it
 * does not answer by then.
 */
export async function changeRole(input: ChangeRoleInput): Promise<void> {
  const { transaction, goal, oclId, from, config, onProgress, onMembers } = input;
  const hash = await sendTransaction(transaction, from, config, onProgress);
  const receipt = await waitUntilMined(hash, config);
  onProgress({ stage: 'mined', blockNumber: String(receipt.blockNumber) });

  const indexed = await pollUntil(
    async () => {
      const members = await readMembers(oclId);
      onMembers(members);
      return isReached(goal, members);
    },
    { everyMilliseconds: 1000, attempts: 120 },
  );
  if (!indexed) throw new Error('The change is onchain but not indexed yet. Reload this page later.');
  onProgress({ stage: 'indexed' });

  const effective = await pollUntil(() => isEffective(goal, oclId, config), {
    everyMilliseconds: 1000,
    attempts: 30,
  });
  if (!effective)
    throw new Error('The contract does not confirm the change. A later transaction may have reverted it.');
  onProgress({ stage: 'effective' });
}

/** Asks the contract, which is authoritative. */
async function isEffective(goal: RoleGoal, oclId: `0x${string}`, config: PublicConfig): Promise<boolean> {
  const client = chainClient(config);
  const contract = { address: config.network.contracts.accessResolver, abi: accessResolverAbi };
  const hasNoGrant = async (account: `0x${string}`) => {
    const [role] = await client.readContract({
      ...contract,
      functionName: 'getRole',
      args: [oclId, account],
    });
    return role === 0;
  };
  if ('everyone' in goal) return (await Promise.all(goal.everyone.map(hasNoGrant))).every(Boolean);
  if (goal.role === null) return hasNoGrant(goal.account);
  const args = [oclId, goal.account, roleNumbers[goal.role]] as const;
  return client.readContract({ ...contract, functionName: 'hasRole', args });
}
