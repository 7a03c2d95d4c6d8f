import type { Command } from './command.ts';
import { compareInstallation } from './installation/installation.ts';
import { brokenInvariants } from './invariants.ts';
import { withoutLimits } from './rows-of.ts';

export const check: Command = {
  summary: 'checks the consistency of versions, quotas, feeds and keys',
  options: {},
  async run({ context, print }) {
    const bound = await compareInstallation(context.db, context);
    if (!bound) print('No service has used this database yet.');
    const unchecked = bound?.warnings ?? [];
    for (const warning of unchecked) print(`Not checked: ${warning}`);
    const broken = await context.db.transaction(
      async (tx) => {
        await withoutLimits(tx);
        return brokenInvariants(tx);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    for (const sentence of broken) print(sentence);
    if (broken.length > 0) print(`${broken.length} broken.`);
    const isWell = bound !== null && unchecked.length === 0 && broken.length === 0;
    if (isWell) print('No faults found.');
    return isWell;
  },
};
