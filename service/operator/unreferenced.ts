import { sql } from 'drizzle-orm';
import { storedObjects } from '../platform/storage/stored-objects.ts';
import { type Command, UsageError } from './core/command.ts';
import { referencedObjects } from './core/objects.ts';
import { requireStore } from './core/require-store.ts';
import { rowsOf, withoutLimits } from './core/rows-of.ts';

const usualDays = 2;

export const unreferenced: Command = {
  summary: 'lists objects of the store that nothing refers to, such as those from after a restored backup',
  options: { days: { placeholder: 'number', summary: `only those that are older (${usualDays})` } },
  async run({ context, options, print }) {
    const { db, config, secrets } = context;
    await requireStore(context);
    const stored = storedObjects(config, secrets);
    const days = options.days === undefined ? usualDays : Number(options.days);
    if (!Number.isInteger(days) || days < 0) throw new UsageError('--days must be a number of days.');
    // Listed before the rows are read, so that what is added meanwhile is not taken for unreferenced.
    const before = Date.now() - days * 86_400_000;
    const old: string[] = [];
    for await (const { name, at } of stored.list()) if (at.getTime() <= before) old.push(name);
    const known = new Set<string>();
    await db.transaction(
      async (tx) => {
        await withoutLimits(tx);
        for await (const { key } of referencedObjects(tx)) known.add(stored.nameOf(key));
        // What an upload, a move to the trash or a deletion is about.
        const underWay = sql`select object_key as key from uploads where finished_at is null
          union all select object_key from object_deletions union all select object_key from trashed_versions
          union all select next_key from trashed_versions where next_key is not null
          union all select object_key from lab_image_uploads where object_key is not null`;
        for await (const rows of rowsOf(tx, underWay))
          for (const { key } of rows) known.add(stored.nameOf(String(key)));
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    const found = old.filter((name) => !known.has(name));
    for (const name of found) print(name);
    print(`${found.length} of ${old.length} objects that are older than ${days} days are not referenced.`);
    return true;
  },
};
