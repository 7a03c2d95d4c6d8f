import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buffersOfReads } from './buffers-of-reads.ts';
import { type DataSize, full, hundredth, tenth } from './data/fill-database.ts';
import { aboutRun, keepResults } from './keep-results.ts';

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
  measured[name] = await buffersOfReads(join(options.data, name), size);
await report();

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
