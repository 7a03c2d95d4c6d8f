import { sql } from 'drizzle-orm';
import { listedColumns, listedJoins } from '#core/notices/listed-notice.ts';
import type { ListedNotice } from '#core/notices/notice-line.ts';
import type { Database } from '#platform/db/database.ts';
import { retryDelay } from '#platform/db/retry-delay.ts';

/** Browsers that are read at once. */
const portion = 50;
const longestDelaySeconds = 3_600;
/** A notice that could not be pushed in this time is in the inbox only. */
const keptFor = sql`interval '1 day'`;
/** A browser that takes nothing is removed after this time. */
const removedAfter = sql`interval '5 days'`;

/** One message: the newest notice that waits for a browser, and how many wait. */
export interface DuePush {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  notice: ListedNotice;
  /** Numbers and versions of the notices that it tells of. */
  numbers: string[];
  versions: number[];
}

/** Browsers with notices, each with one message. */
export async function duePushes(db: Database): Promise<DuePush[]> {
  await db.execute(sql`delete from notice_pushes where queued_at < now() - ${keptFor}`);
  const { rows } = await db.execute<ListedNotice & Omit<DuePush, 'notice'> & Record<string, unknown>>(sql`
    select s.id, s.endpoint, s.p256dh, s.auth, queue.numbers, queue.versions, ${listedColumns}
    from (
      select subscription_id, max(notice) as newest, array_agg(notice::text order by notice) as numbers,
        array_agg(version order by notice) as versions
      from notice_pushes group by subscription_id) queue
    join push_subscriptions s on s.id = queue.subscription_id join notices n on n.number = queue.newest ${listedJoins}
    where s.due_at <= now() order by s.due_at limit ${portion}`);
  return rows.map(({ id, endpoint, p256dh, auth, numbers, versions, ...notice }) => ({
    ...{ id, endpoint, p256dh, auth, numbers, versions },
    notice,
  }));
}

/** Records that the push service took a message. A notice that changed meanwhile is sent again. */
export function recordPushed(
  db: Database,
  { id, numbers, versions }: DuePush,
  pauseSeconds: number,
): Promise<void> {
  return db.transaction(async (tx) => {
    // The browser first, as where it is removed. Otherwise each could wait for the other.
    await tx.execute(sql`
      update push_subscriptions set attempts = 0, failing_since = null,
        due_at = clock_timestamp() + ${pauseSeconds} * interval '1 second' where id = ${id}`);
    await tx.execute(sql`
      delete from notice_pushes q using unnest(${sql.param(numbers)}::bigint[], ${sql.param(versions)}::int[]) as told (notice, version)
      where q.subscription_id = ${id} and q.notice = told.notice and q.version = told.version`);
  });
}

/** Records a failure and when the next attempt is due. Removes a browser that takes nothing for days. */
export async function recordPushFailure(db: Database, { id }: DuePush): Promise<void> {
  await db.execute(sql`
    with old as (delete from push_subscriptions where id = ${id} and failing_since < now() - ${removedAfter})
    update push_subscriptions set attempts = attempts + 1, failing_since = coalesce(failing_since, now()),
      due_at = clock_timestamp() + ${retryDelay(2, longestDelaySeconds)}
    where id = ${id} and (failing_since is null or failing_since >= now() - ${removedAfter})`);
}

/** Removes a browser that has no subscription any more. */
export async function removePush(db: Database, { id }: DuePush): Promise<void> {
  await db.execute(sql`delete from push_subscriptions where id = ${id}`);
}
