import { Readable } from 'node:stream';
import { BACKUP_LEASE } from '#core/files/remove-objects-now.ts';
import { takeLease } from '../platform/db/lease.ts';
import { objectsAtOnce } from './backup-format.ts';
import { type Command, UsageError } from './command.ts';
import { faultOf, type ReferencedObject, referencedObjects } from './objects.ts';
import { withoutLimits } from './rows-of.ts';

export const verifyStorage: Command = {
  summary: 'reads every stored object and compares its hash',
  options: {},
  async run({ context, print }) {
    // While this lease is held, no object is deleted, so none is reported as missing by mistake.
    await using lease = await takeLease(context.db, BACKUP_LEASE);
    if (!lease) throw new UsageError('A backup or another verify-storage is running.');
    let [objects, faults] = [0, 0];
    await context.db.transaction(
      async (tx) => {
        await withoutLimits(tx);
        await Readable.from(referencedObjects(tx)).forEach(
          async (object: ReferencedObject) => {
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
