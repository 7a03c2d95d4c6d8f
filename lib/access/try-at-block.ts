import type { AccessCondition } from '@labroom/protocol/conditions';
import type { PublicClient } from 'viem';
import type { ContractCaller } from './ask-contract.ts';
import { type Answer, tryConditions } from './try-conditions.ts';

/** Whether a wallet without a role and a member could open a file at one block. */
export interface AnswersAtBlock {
  /** Decimal. */
  block: string;
  anyone: Answer;
  member: Answer;
}

/** A wallet of nobody: no key for it is known, and it has no role in any lab. */
const nobody = '0x000000000000000000000000000000000000dEaD';

/** Asks the chain at its newest block, both wallets at the same. Errors: those of viem. */
export async function tryAtBlock(
  chain: PublicClient,
  conditions: readonly AccessCondition[],
  member: string,
): Promise<AnswersAtBlock> {
  const blockNumber = await chain.getBlockNumber({ cacheTime: 0 });
  const at: ContractCaller = { call: (args) => chain.call({ ...args, blockNumber }) };
  const [anyone, ofMember] = await Promise.all([
    tryConditions(at, conditions, nobody),
    tryConditions(at, conditions, member),
  ]);
  return { block: String(blockNumber), anyone, member: ofMember };
}
