import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { markFeeds } from '#service/operations/activity/feed-marks.ts';
import { startTestService } from '#testing/test-service.ts';
import type { DataSize } from './data/fill-database.ts';
import { readsOf } from './reads.ts';
import { askText } from './stack/graphql-request.ts';
import { sharedBuffers } from './stack/shared-buffers.ts';
import { openStack } from './stack/stack.ts';

/** Pages of 8 kB that PostgreSQL looks at for every read, by its name. Fills the database in `dataDir` if it is new. */
export async function buffersOfReads(dataDir: string, size: DataSize): Promise<Map<string, number>> {
  await mkdir(dataDir, { recursive: true });
  const stack = await openStack(dataDir, size);
  const { databaseUrl, rpcUrl } = stack;
  // A service of a test removes its directory when it stops. It needs the keys of the installation.
  const copy = await mkdtemp(join(tmpdir(), 'labroom-buffers-'));
  await cp(dataDir, copy, { recursive: true, filter: (path) => basename(path) !== 'postgres' });
  const service = await startTestService({ place: { databaseUrl, dataDir: copy }, rpcUrl });
  try {
    const { db } = service.context;
    while ((await markFeeds({ db })).more);
    await db.$client.query('vacuum analyze feed_marks');
    // Loads it. A search of millions of words is refused until then.
    while (!(await service.context.searchIndex.documentsWith([]).then(Boolean, () => false)));
    const buffers = new Map<string, number>();
    for (const { name, query, variables, token } of await readsOf(stack)) {
      const ask = () => askText(service, query, variables, token);
      // Fills caches, such as answers of the chain.
      await ask();
      buffers.set(name, await sharedBuffers(db, ask));
    }
    return buffers;
  } finally {
    await service.stop();
    await stack.stop();
  }
}
