import { deepStrictEqual } from 'node:assert';
import { pageOfLabs } from '@labroom/service/core/labs/lab-lists.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { sql } from 'drizzle-orm';
import { sharedBuffers } from '../stack/shared-buffers.ts';
import type { Row } from './row.ts';

/** Visitors read late pages, where skipped rows cost too. */
export const deepPage: Row = {
  name: 'W6',
  title: 'any page of all labs, in pages of 8 kB that the database looks at',
  note: 'Both count all labs as well. PostGraphile is not installed; measured elsewhere, it took 3.7 s at 90 % of 100,000 labs.',
  async prepare(context) {
    const { databaseUrl } = await context.stack();
    const db = openDatabase(databaseUrl);
    context.onEnd(() => db.$client.end());
    const ours = (page: number) => pageOfLabs(db, { order: 'LATEST_CONTRIBUTION', page, perPage: 20 });
    const peer = async (page: number) => {
      const { rows } = await db.execute<{ ocl_id: string }>(sql`select * from labs
        order by latest_contribution_at desc nulls last, ocl_id limit 20 offset ${20 * page}`);
      await db.execute(sql`select count(*) from labs`);
      return rows.map((row) => row.ocl_id);
    };
    const { totalCount } = await ours(0);
    const last = Math.ceil(totalCount / 20) - 1;
    const buffers = (run: () => Promise<unknown>) => async () => ({ buffers: await sharedBuffers(db, run) });
    return [0, last >> 1, last].map((page) => ({
      name: `page ${page + 1} of ${last + 1}`,
      figures: { buffers: { better: 'less', target: { beside: 'limit', atMost: 2 } } } as const,
      isExact: true,
      sides: {
        ours: { what: 'labs', measure: buffers(() => ours(page)) },
        peer: { what: 'SELECT … LIMIT … OFFSET', measure: buffers(() => peer(page)) },
        limit: { what: 'labs, its first page', measure: buffers(() => ours(0)) },
      },
      async compare() {
        const { rows } = await ours(page);
        deepStrictEqual(
          rows.map((row) => row.oclId),
          await peer(page),
        );
      },
    }));
  },
};
