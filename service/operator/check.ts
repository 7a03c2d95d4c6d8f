import type { Command } from './command.ts';
import { brokenInvariants } from './invariants.ts';
import { withoutLimits } from './rows-of.ts';

export const check: Command = {
  summary: 'whether the database holds together: versions, quotas, feeds, keys',
  options: {},
  async run({ context, print }) {
    const broken = await context.db.transaction(
      async (tx) => {
        await withoutLimits(tx);
        return brokenInvariants(tx);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    for (const sentence of broken) print(sentence);
    print(broken.length === 0 ? 'All is well.' : `${broken.length} broken.`);
    return broken.length === 0;
  },
};
