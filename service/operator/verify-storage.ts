import type { Command } from './command.ts';
import { faultOf, promisedObjects } from './objects.ts';

export const verifyStorage: Command = {
  summary: 'reads every stored object and compares its hash',
  options: {},
  async run({ context, print }) {
    const objects = await promisedObjects(context.db);
    let faults = 0;
    for (const object of objects) {
      const fault = await faultOf(context.storage, object);
      if (!fault) continue;
      faults += 1;
      print(`${object.what} ${fault}`);
    }
    print(`${objects.length} objects, ${faults} at fault.`);
    return faults === 0;
  },
};
