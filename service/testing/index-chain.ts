import pino from 'pino';
import type { ServiceContext } from '../context.ts';
import { advance } from '../indexer/advance.ts';
import { refreshOwners } from '../members/refresh-owners.ts';
import { followedContracts } from '../onchain-events/followed-contracts.ts';

/** Does at once what the worker would do by and by: reads the chain to its head and asks who stands behind new holders. */
export async function indexChain(context: Pick<ServiceContext, 'db' | 'chain'>): Promise<void> {
  const { chainId, node, contracts } = context.chain;
  const chain = { chainId, node, followed: followedContracts(contracts), firstBlock: 0, replaceable: true };
  while ((await advance(context.db, chain, 10_000, pino({ enabled: false }))) !== 'caught-up');
  while ((await refreshOwners(context)).more);
}
