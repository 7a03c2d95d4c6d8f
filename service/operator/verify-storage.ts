import { terminalText } from '@labroom/protocol/terminal-text';
import { lookAtObjects } from './check/objects.ts';
import type { Command } from './core/command.ts';
import { withoutLimits } from './core/rows-of.ts';

export const verifyStorage: Command = {
  summary: 'reads every stored object, compares its hash and decrypts the encrypted ones',
  options: {},
  async run({ context, print }) {
    const samples = { keys: 0, objects: Number.POSITIVE_INFINITY, documents: 0 };
    const { looked, faults, unchecked } = await context.db.transaction(
      async (tx) => {
        await withoutLimits(tx);
        return lookAtObjects({ context, tx, samples });
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    // Paths are words of others.
    for (const sentence of faults) print(terminalText(sentence));
    for (const sentence of unchecked) print(terminalText(`Not checked: ${sentence}`));
    print(`${looked} objects, ${faults.length} at fault.`);
    if (faults.length > 0) return false;
    return unchecked.length > 0 ? 'incomplete' : true;
  },
};
