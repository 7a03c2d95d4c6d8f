import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { markFeeds } from '#service/operations/activity/feed-marks.ts';
import { startTestService } from '#testing/test-service.ts';
import { type DataSize, full, hundredth, tenth } from './data/fill-database.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { readsOf } from './reads.ts';
import { askText } from './stack/graphql-request.ts';
import { sharedBuffers } from './stack/shared-buffers.ts';
import { openStack } from './stack/stack.ts';

/**
 * `node bench/buffers.ts --data <directory> [--quick]`: counts the pages of 8 kB that PostgreSQL looks at for every read of
 * the API, with 10,000 labs, a million files and a million feed entries, and with a hundredth of that. Unlike times, these
 * figures are the same on a busy machine.
 */
const { values: options } = parseArgs({
  options: {
    /** Compares a hundredth with a tenth. */
    quick: { type: 'boolean', default: false },
    /** Directory that keeps the generated data for the next run. */
    data: { type: 'string' },
  },
});
if (!options.data) throw new Error('--data <directory> is missing');
const sizes: Record<string, DataSize> = options.quick ? { hundredth, tenth } : { hundredth, full };
const measured: Record<string, Map<string, number>> = {};
for (const [name, size] of Object.entries(sizes))
  measured[name] = await measure(join(options.data, name), size);
await report();

async function measure(dataDir: string, size: DataSize): Promise<Map<string, number>> {
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

async function report(): Promise<void> {
  const [[smallName, small], [largeName, large]] = Object.entries(measured) as [
    [string, Map<string, number>],
    [string, Map<string, number>],
  ];
  const lines = [...small].map(([name, before]) => {
    const after = large.get(name) ?? 0;
    return `| ${name} | ${before} | ${after} | ${(after / Math.max(1, before)).toFixed(1)} × |`;
  });
  console.log(
    [`| read, buffers | ${smallName} | ${largeName} | grows |`, '|---|---|---|---|', ...lines].join('\n'),
  );
  if (!options.quick) {
    const reads = Object.fromEntries([...small].map(([name, before]) => [name, [before, large.get(name)]]));
    await keepResults('buffers', { ...aboutRun(), reads });
  }
}
