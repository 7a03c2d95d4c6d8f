import { parseArgs } from 'node:util';
import { compareSizes } from './buffers-of-reads.ts';
import { few, full, hundredth, many } from './data/fill-database.ts';
import { aboutRun, keepResults } from './keep-results.ts';

/**
 * `node bench/buffers.ts [--full] [--data <directory>]`: counts the pages of 8 kB that PostgreSQL looks at for every read of the
 * API, with 400 labs and with 4,000, and keeps what bench/buffers.release.test.ts compares with; with `--full`, with 100 labs and
 * with 10,000. Unlike times, these figures are the same on a busy machine.
 */
const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    /** Directory that keeps the generated data for the next run. */
    data: { type: 'string' },
  },
});
const [before, after] = options.full ? [hundredth, full] : [few, many];
const compared = await compareSizes(before, after, options.data);
const lines = compared.map(
  (row) =>
    `| ${row.name} | ${row.before} | ${row.after} | ${(row.after / Math.max(1, row.before)).toFixed(1)} × | ${row.growth} |`,
);
const head = `| read, buffers | ${before.labs} labs | ${after.labs} labs | grows | with |`;
console.log([head, '|---|---|---|---|---|', ...lines].join('\n'));
const reads = Object.fromEntries(compared.map((row) => [row.name, [row.before, row.after]]));
await keepResults(options.full ? 'buffers-full' : 'buffers', { ...aboutRun(), reads });
