import { chainCursors } from '../platform/db/tables/chain.ts';
import type { Command } from './core/command.ts';

/** Written in place of the fingerprint of the followed contracts. It matches none, so the indexer restarts. */
const NOTHING = '';

export const reindex: Command = {
  summary: 'rebuilds the index from the first block',
  options: {},
  async run({ context, print }) {
    await context.db.update(chainCursors).set({ followed: NOTHING });
    print(
      'The worker rebuilds the index when it next starts. Members and activity are incomplete until it finishes.',
    );
    return true;
  },
};
