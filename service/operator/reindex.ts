import { chainCursors } from '../platform/db/tables/chain.ts';
import type { Command } from './command.ts';

/** What is written where the followed contracts stand: no real value, so the indexer begins anew. */
const NOTHING = '';

export const reindex: Command = {
  summary: 'has the worker read the chain again from the beginning',
  options: {},
  async run({ context, print }) {
    await context.db.update(chainCursors).set({ followed: NOTHING });
    print(
      'The worker begins again when it next starts; members and activity are incomplete until it is done.',
    );
    return true;
  },
};
