import { followedContracts } from '@labroom/service/chain/events/followed-contracts.ts';
import { advance } from '@labroom/service/chain/indexer/advance.ts';
import type { ServiceContext } from '@labroom/service/core/context/context.ts';
import { refreshOwners } from '@labroom/service/operations/members/refresh-owners.ts';
import pino from 'pino';

/** Indexes the chain up to its head and reads the owners of new holders, like the worker. */
export async function indexChain(context: Pick<ServiceContext, 'db' | 'chain'>): Promise<void> {
  const { chainId, node, contracts } = context.chain;
  const chain = { chainId, node, followed: followedContracts(contracts), firstBlock: 0, replaceable: true };
  while ((await advance(context.db, chain, 10_000, pino({ enabled: false }))) !== 'caught-up');
  while ((await refreshOwners(context)).more);
}
