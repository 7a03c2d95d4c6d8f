import { Readable } from 'node:stream';
import { objectsAtOnce } from './backup-format.ts';
import type { Command } from './command.ts';
import { faultOf, type PromisedObject, promisedObjects } from './objects.ts';
import { withoutLimits } from './rows-of.ts';

export const verifyStorage: Command = {
  summary: 'reads every stored object and compares its hash',
  options: {},
  async run({ context, print }) {
    let [objects, faults] = [0, 0];
    await context.db.transaction(
      async (tx) => {
        await withoutLimits(tx);
        await Readable.from(promisedObjects(tx)).forEach(
          async (object: PromisedObject) => {
            const fault = await faultOf(context.storage, object);
            objects += 1;
            if (!fault) return;
            faults += 1;
            print(`${object.what} ${fault}`);
          },
          { concurrency: objectsAtOnce },
        );
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    print(`${objects} objects, ${faults} at fault.`);
    return faults === 0;
  },
};
