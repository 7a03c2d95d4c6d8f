import { readdir, readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hundredth, tenth } from './data/fill-database.ts';
import { keepResults, resultsFolder } from './keep-results.ts';
import { rows } from './rows/rows.ts';
import { runCase } from './rows/run-case.ts';
import { BenchContext } from './stack/bench-context.ts';
import { legend, markdownTable, type RowResult } from './table.ts';

/**
 * `npm run bench [-- W3 W7] [--quick] [--rounds 5] [--data <directory>]`: measures Labroom beside a peer and a limit, in
 * alternation, after checking that their results are equal. Prints a Markdown table; all samples are in
 * bench/results/W*.json. Compare ratios: absolute times depend on the machine and its load.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    /** Directory that keeps the generated data for the next run. */
    data: { type: 'string' },
  },
});
const wanted = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}: ${rows.map(({ name }) => name).join(' ')}`);
const rounds = Number(options.rounds ?? (options.quick ? 1 : 5));
const context = new BenchContext({
  quick: options.quick,
  size: options.quick ? hundredth : tenth,
  kept: options.data,
});
try {
  const results: RowResult[] = [];
  for (const row of wanted) {
    console.log(`${row.name}: ${row.title} …`);
    const cases: RowResult['cases'] = [];
    for (const one of await row.prepare(context)) {
      const sides = Object.fromEntries(Object.entries(one.sides).map(([name, side]) => [name, side.what]));
      cases.push({ name: one.name, figures: one.figures, sides, samples: await runCase(one, rounds) });
    }
    const machine = {
      cpu: cpus()[0]?.model ?? '',
      cores: cpus().length,
      node: process.version,
      platform: `${platform()} ${arch()}`,
    };
    const result = {
      name: row.name,
      title: row.title,
      note: row.note,
      takenAt: new Date().toISOString(),
      machine,
      cases,
    };
    results.push(result);
    if (!options.quick) await keepResults(row.name, result);
  }
  console.log(`\n${markdownTable(results)}\n\n${legend(results)}`);
  if (!options.quick) await writeTable();
} finally {
  await context.end();
}

async function writeTable(): Promise<void> {
  const files = (await readdir(resultsFolder)).filter((name) => /^W\d+\.json$/.test(name));
  const all = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(resultsFolder, name), 'utf8')) as RowResult),
  );
  all.sort((a, b) => Number(a.name.slice(1)) - Number(b.name.slice(1)));
  await writeFile(join(resultsFolder, 'table.md'), `${markdownTable(all)}\n\n${legend(all)}\n`);
}
