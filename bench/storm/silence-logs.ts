import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { StormContext } from './storm-context.ts';

/** What the worker still has to do, as sentences. */
async function openWork({ stack, people }: StormContext): Promise<string[]> {
  const head = await people.reader.getBlockNumber({ cacheTime: 0 });
  const { rows } = await stack.context.db.execute<{ what: string; left: number }>(sql`
    select 'payments to be settled' as what, count(*)::int as left from paid_calls where ended_at is null
    union all select 'labs to be linked', count(*)::int from did_links where status in ('PENDING', 'SUBMITTED')
    union all select 'pictures to be published', count(*)::int from lab_image_uploads
      where landed_at is not null and settled_at is null
    union all select 'objects to be deleted', count(*)::int from object_deletions where due_at <= now()
    union all select 'blocks to be indexed', ${Number(head)} - coalesce(max(block_number), -1)::int from chain_cursors`);
  return rows.filter(({ left }) => left > 0).map(({ what, left }) => `${left} ${what}`);
}

/** Waits until the worker has nothing left to do. @returns what it left after all */
export async function untilQuiet(context: StormContext, patienceMs = 240_000): Promise<string[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const left = await openWork(context);
    if (left.length === 0 || performance.now() > deadline) return left;
    await pause(500);
  }
}
