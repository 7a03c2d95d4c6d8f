import { zeroAddress } from 'viem';
import { onchainEvents } from '../../service/db/tables/chain.ts';
import { expectedEvents, line } from '../expected-events.ts';
import { bucketFaults } from './judge/bucket.ts';
import { fileFaults } from './judge/files.ts';
import { labFaults } from './judge/labs.ts';
import { paymentFaults } from './judge/payments.ts';
import { announcementFaults, tokenFaults } from './judge/words.ts';
import type { World } from './world.ts';

/**
 * Compares what the clients were told with database, store and chain.
 * @returns sentences about everything that does not agree
 */
export async function judge(world: World): Promise<string[]> {
  const { house, journal } = world;
  return [
    ...journal.surprises,
    ...house.programs.flatMap(({ deaths }) => deaths),
    ...(await house.operate('check')),
    ...(await house.operate('verify-storage')),
    ...(await fileFaults(world)),
    ...(await bucketFaults(world)),
    ...(await announcementFaults(world)),
    ...(await tokenFaults(world)),
    ...(await paymentFaults(world)),
    ...(await labFaults(world)),
    ...(await indexFaults(world)),
  ];
}

/** The index holds exactly what the chain tells. */
async function indexFaults({ house }: World): Promise<string[]> {
  const expected = await expectedEvents(house.rpcUrl, zeroAddress);
  const rows = await house.context.db
    .select()
    .from(onchainEvents)
    .orderBy(onchainEvents.blockNumber, onchainEvents.logIndex);
  const wrong = expected.findIndex((event, at) => !rows[at] || event !== line(rows[at]));
  if (wrong < 0 && rows.length === expected.length) return [];
  return [`the index holds ${rows.length} events and the chain ${expected.length}; event ${wrong} differs`];
}
