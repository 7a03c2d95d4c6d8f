import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markFeeds } from '@labroom/service/core/feed/feed-marks.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { type DataSize, full, hundredth, tenth } from './data/fill-database.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { readsOf } from './reads.ts';
import { askText } from './stack/graphql-request.ts';
import { openStack } from './stack/stack.ts';

/**
 * `node bench/growth.ts [--quick] [--samples 30] [--data <directory>]`: measures every read of the API with 10,000 labs, a
 * million files and a million feed entries, and with a tenth of that. The ratio shows which reads grow with the data.
 */
const { values: options } = parseArgs({
  options: {
    /** Compares a hundredth with a tenth. */
    quick: { type: 'boolean', default: false },
    samples: { type: 'string', default: '30' },
    /** Directory that keeps the generated data for the next run. */
    data: { type: 'string' },
  },
});
const sizes: Record<string, DataSize> = options.quick ? { hundredth, tenth } : { tenth, full };
const kept = options.data ?? (await mkdtemp(join(tmpdir(), 'labroom-growth-')));
const measured: Record<string, Awaited<ReturnType<typeof measure>>> = {};
try {
  for (const [name, size] of Object.entries(sizes)) measured[name] = await measure(join(kept, name), size);
} finally {
  if (!options.data) await rm(kept, { recursive: true });
}
await report();

async function measure(dataDir: string, size: DataSize) {
  await mkdir(dataDir, { recursive: true });
  const stack = await openStack(dataDir, size);
  try {
    const db = openDatabase(stack.databaseUrl);
    // As the worker does.
    while ((await markFeeds({ db })).more);
    await db.$client.query('vacuum analyze feed_marks');
    await db.$client.end();
    const reads = await readsOf(stack);
    // Until the words of all documents are loaded.
    while (!(await askText(stack, '{ searchLabs(prompt: "sample") { totalCount } }', {}).catch(() => '')));
    const times = new Map(reads.map(({ name }) => [name, [] as number[]]));
    // In alternation; the first two samples of each are warm-ups.
    for (let turn = -2; turn < Number(options.samples); turn += 1)
      for (const { name, query, variables, token } of reads) {
        const begun = performance.now();
        await askText(stack, query, variables, token);
        if (turn >= 0) times.get(name)?.push(performance.now() - begun);
      }
    const reported = Object.fromEntries([...times].map(([name, all]) => [name, quantiles(all)]));
    return { size, filled: stack.filled, reads: reported };
  } finally {
    await stack.stop();
  }
}

function quantiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(1));
  return { p50: at(0.5), p95: at(0.95) };
}

async function report(): Promise<void> {
  const [[smallName, small], [largeName, large]] = Object.entries(measured) as [
    [string, Awaited<ReturnType<typeof measure>>],
    [string, Awaited<ReturnType<typeof measure>>],
  ];
  const lines = Object.entries(small.reads).map(([name, before]) => {
    const after = large.reads[name] ?? { p50: 0, p95: 0 };
    const growth = (after.p95 / before.p95).toFixed(1);
    return `| ${name} | ${before.p50} | ${before.p95} | ${after.p50} | ${after.p95} | ${growth} × |`;
  });
  const head = [
    `| read, ms | ${smallName} p50 | ${smallName} p95 | ${largeName} p50 | ${largeName} p95 | p95 grows |`,
    '|---|---|---|---|---|---|',
  ];
  console.log([...head, ...lines].join('\n'));
  const result = { ...aboutRun(), samples: Number(options.samples), ...measured };
  if (!options.quick) await keepResults('growth', result);
}
