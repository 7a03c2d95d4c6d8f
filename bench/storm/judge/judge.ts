import { onchainEvents } from '@labroom/service/platform/db/tables/chain.ts';
import { zeroAddress } from 'viem';
import { expectedEvents, line } from '../../chain/expected-events.ts';
import type { StormContext } from '../storm-context.ts';
import { bucketFaults } from './bucket.ts';
import { fileFaults } from './files.ts';
import { labFaults } from './labs.ts';
import { paymentFaults } from './payments.ts';
import { announcementFaults, tokenFaults } from './words.ts';

/**
 * Compares what the clients were told with database, store and chain.
 * @returns sentences about everything that does not agree
 */
export async function judge(context: StormContext): Promise<string[]> {
  const { stack, journal } = context;
  return [
    ...journal.surprises,
    ...stack.programs.flatMap(({ deaths }) => deaths),
    ...(await stack.operate('check')),
    ...(await stack.operate('verify-storage')),
    ...(await fileFaults(context)),
    ...(await bucketFaults(context)),
    ...(await announcementFaults(context)),
    ...(await tokenFaults(context)),
    ...(await paymentFaults(context)),
    ...(await labFaults(context)),
    ...(await indexFaults(context)),
  ];
}

/** The index holds exactly what the chain tells. */
async function indexFaults({ stack }: StormContext): Promise<string[]> {
  const expected = await expectedEvents(stack.rpcUrl, zeroAddress);
  const rows = await stack.context.db
    .select()
    .from(onchainEvents)
    .orderBy(onchainEvents.blockNumber, onchainEvents.logIndex);
  const wrong = expected.findIndex((event, at) => !rows[at] || event !== line(rows[at]));
  if (wrong < 0 && rows.length === expected.length) return [];
  return [`the index holds ${rows.length} events and the chain ${expected.length}; event ${wrong} differs`];
}
