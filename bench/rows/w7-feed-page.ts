import { deepStrictEqual } from 'node:assert';
import type { LabActivityFilter } from '@labroom/service/contract/schema.generated.ts';
import { readLabFeed } from '@labroom/service/core/feed/feed-store.ts';
import { findLab } from '@labroom/service/core/labs/lab-rows.ts';
import { openDatabase } from '@labroom/service/platform/db/open-database.ts';
import { sql } from 'drizzle-orm';
import { sharedBuffers } from '../stack/shared-buffers.ts';
import type { Case, Row } from './row.ts';

const conditions = { FILE: sql`kind <> 'ANNOUNCEMENT'`, ANNOUNCEMENT: sql`kind = 'ANNOUNCEMENT'` };

export const feedPage: Row = {
  name: 'W7',
  title: 'any page of the feed of the largest lab, in pages of 8 kB that the database looks at',
  note: 'A file entry is found by counting announcements, so a filtered page grows with those alone.',
  async prepare(context) {
    const stack = await context.stack();
    const db = openDatabase(stack.databaseUrl);
    context.onEnd(() => db.$client.end());
    const lab = await findLab(db, stack.lab.oclId);
    if (!lab) throw new Error('The lab is gone');
    const ours = (page: number, filter?: LabActivityFilter) =>
      readLabFeed(db, lab, { filter, page, perPage: 20 }, true);
    const peer = async (page: number, filter?: LabActivityFilter) => {
      const where = sql`ocl_id = ${lab.oclId} and ${filter ? conditions[filter] : sql`true`}`;
      const { rows } = await db.execute<{ seq: string }>(
        sql`select * from activity where ${where} order by seq desc limit 20 offset ${20 * page}`,
      );
      const counted = await db.execute<{ total: string }>(
        sql`select count(*) as total from activity where ${where}`,
      );
      return { seqs: rows.map(({ seq }) => Number(seq)), total: Number(counted.rows[0]?.total) };
    };
    const buffers = (run: () => Promise<unknown>) => async () => ({ buffers: await sharedBuffers(db, run) });
    const cases: Case[] = [];
    for (const [name, filter] of [
      ['all', undefined],
      ['files', 'FILE'],
      ['announcements', 'ANNOUNCEMENT'],
    ] as const) {
      const pages = Math.ceil((await ours(0, filter)).totalCount / 20);
      for (const page of new Set([0, pages >> 1, pages - 1]))
        cases.push({
          name: `${name}, page ${page + 1} of ${pages}`,
          figures: { buffers: { better: 'less', target: { beside: 'limit', atMost: 2 } } },
          isExact: true,
          sides: {
            ours: { what: 'labActivity', measure: buffers(() => ours(page, filter)) },
            peer: { what: 'SELECT … OFFSET and COUNT', measure: buffers(() => peer(page, filter)) },
            limit: { what: 'labActivity, the first page of all', measure: buffers(() => ours(0)) },
          },
          async compare() {
            const { rows, totalCount } = await ours(page, filter);
            deepStrictEqual(
              { seqs: rows.map(({ seq }) => seq), total: totalCount },
              await peer(page, filter),
            );
          },
        });
    }
    return cases;
  },
};
