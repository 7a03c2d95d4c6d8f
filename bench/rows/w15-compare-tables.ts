import assert from 'node:assert/strict';
import { openBenchPage } from '../browser/open-bench-page.ts';
import type { ComparedSide } from '../compare-tables/compare.worker.ts';
import type { CompareTablesPage } from '../compare-tables/page.ts';
import type { Row, Side } from './row.ts';

type Run = Awaited<ReturnType<CompareTablesPage['run']>>;

export const comparedTables: Row = {
  name: 'W15',
  title: 'two versions of a table with one changed cell, compared in a worker in Chromium',
  note: 'Ours compares bytes first, and parses only the rows that differ. The peer knows no quotes and holds both tables as text and in a map. The limit reads both and stops at the first byte that differs, which it only finds because rows are in the same order. All sides give the same row.',
  async prepare(context) {
    const page = await openBenchPage(context, 'compare-tables');
    const run = (side: ComparedSide) => page.evaluate<Run>(`page.run('${side}')`);
    const side = (what: string, name: ComparedSide): Side => ({
      what,
      measure: async () => ({ s: (await run(name)).milliseconds / 1000 }),
    });
    return [context.quick ? 100_000 : 1_000_000].map((rows) => ({
      name: `${rows.toLocaleString('en')} rows`,
      figures: { s: { better: 'less', target: { beside: 'peer', atMost: 1.5 } } } as const,
      sides: {
        ours: side('the comparison of the web app', 'ours'),
        peer: side('lines in a map by their first value', 'inMaps'),
        limit: side('read, and compared byte by byte', 'bytes'),
      },
      async compare() {
        await page.evaluate(`page.prepare(${rows})`);
        for (const name of ['ours', 'inMaps', 'bytes'] as const)
          assert.equal((await run(name)).result, String(rows / 2), name);
      },
    }));
  },
};
