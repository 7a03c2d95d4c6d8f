import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { markFeeds } from '@labroom/service/core/feed/feed-marks.ts';
import { startTestService } from '@labroom/testing/test-service.ts';
import type { DataSize } from './data/fill-database.ts';
import { type Growth, readsOf } from './reads.ts';
import { askText } from './stack/graphql-request.ts';
import { sharedBuffers } from './stack/shared-buffers.ts';
import { openStack } from './stack/stack.ts';

export interface Compared {
  name: string;
  growth: Growth;
  /** Pages of 8 kB that PostgreSQL looks at. */
  before: number;
  /** The same with the larger data. */
  after: number;
}

/** Pages for every read with two sizes of data. Keeps the data in `dataDir`, if there is one. */
export async function compareSizes(before: DataSize, after: DataSize, dataDir?: string): Promise<Compared[]> {
  const place = dataDir ?? (await mkdtemp(join(tmpdir(), 'labroom-reads-')));
  try {
    const small = await buffersOfReads(join(place, String(before.files)), before);
    const large = await buffersOfReads(join(place, String(after.files)), after);
    return small.map(({ name, growth, buffers }, at) => ({
      name,
      growth,
      before: buffers,
      after: large[at]?.buffers ?? Number.NaN,
    }));
  } finally {
    if (!dataDir) await rm(place, { recursive: true });
  }
}

async function buffersOfReads(dataDir: string, size: DataSize) {
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
    // What was filled while other transactions ran is not known to be visible to all.
    await db.$client.query('vacuum analyze');
    // Loads it. A search of millions of words is refused until then.
    while (!(await service.context.searchIndex.documentsWith([]).then(Boolean, () => false)));
    const measured: { name: string; growth: Growth; buffers: number }[] = [];
    for (const { name, growth, query, variables, token } of await readsOf(stack)) {
      const ask = () => askText(service, query, variables, token);
      // Fills caches, such as answers of the chain.
      await ask();
      measured.push({ name, growth, buffers: await sharedBuffers(db, ask) });
    }
    return measured;
  } finally {
    await service.stop();
    await stack.stop();
  }
}
