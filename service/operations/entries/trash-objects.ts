import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { RequestContext, ServiceContext } from '#core/context/context.ts';
import { removeObjectsNow } from '#core/files/remove-objects-now.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';

type Context = Pick<RequestContext, 'db' | 'storage' | 'log'>;

interface Pending extends Record<string, unknown> {
  from: string;
  to: string;
}

type Copied = { key: string } | { error: unknown };

/** Objects that one turn moves, and how many at once. */
const portion = 100;
const atOnce = 16;
/** Time limit of the moves in a request. */
const requestMs = 10_000;

/**
 * Ends the URLs of trashed versions: their objects get new keys.
 *
 * [Note: objects of the trash] The object is copied within the store, then the row names the copy and the original is
 * queued for deletion in one transaction, then the original is deleted, or withdrawn during a backup. Each step can be
 * repeated, so a crash loses nothing: a request does them, and the worker completes them. A restored version stays at its
 * new key.
 * @returns number of objects that were waiting, and the former keys of those that this call moved
 */
async function moveSome(
  { db, storage, log }: Context,
  entryIds: string[] | null,
): Promise<{ waiting: number; moved: string[] }> {
  const inEntries =
    entryIds === null
      ? sql``
      : sql`and file_id in (select id from trashed_files where entry_id = any(${sql.param(entryIds)}::uuid[]))`;
  const { rows: pending } = await db.execute<Pending>(sql`
    select distinct on (next_key) object_key as "from", next_key as "to" from trashed_versions
    where next_key is not null ${inEntries} order by next_key limit ${portion}`);
  const copy = (one: Pending): Promise<Copied> =>
    storage.copy(one).then(
      () => ({ key: one.to }),
      (error: unknown) => ({ error }),
    );
  const outcomes: Copied[] = await Readable.from(pending).map(copy, { concurrency: atOnce }).toArray();
  const copied = outcomes.flatMap((one) => ('key' in one ? one.key : []));
  const { rows: moved } = await db.execute<{ key: string }>(sql`
    with former as (
      select file_id, version, object_key from trashed_versions where next_key = any(${sql.param(copied)}::text[])
      order by file_id, version for update
    ), moved as (
      update trashed_versions v set object_key = next_key, next_key = null from former
      where v.file_id = former.file_id and v.version = former.version and next_key is not null
      returning former.object_key, v.object_key as present
    ), hashes as (
      update object_chunks c set object_key = moved.present from moved where c.object_key = moved.object_key)
    insert into object_deletions (object_key) select distinct object_key from moved
    on conflict (object_key) do update set due_at = clock_timestamp()
    returning object_key as key`);
  const keys = moved.map(({ key }) => key);
  await removeObjectsNow({ db, storage, log }, keys);
  const failed = outcomes.find((one) => 'error' in one);
  if (failed) throw failed.error;
  return { waiting: pending.length, moved: keys };
}

/** Moves objects of trashed versions that their requests did not move. */
export async function moveTrashedObjects(
  { db, storage }: ServiceContext,
  log: Context['log'],
): Promise<JobOutcome> {
  const { waiting } = await moveSome({ db, storage, log }, null);
  return { done: waiting, more: waiting === portion };
}

/**
 * Ends the URLs of entries before the request returns, also while no worker runs. Never throws: what fails or takes too
 * long is left to the worker.
 * @param objectKeys former ones, whose URLs end also if the worker moved the objects
 */
export async function moveTrashedObjectsNow(
  context: Context,
  entryIds: string[],
  objectKeys: string[] = [],
): Promise<void> {
  const until = AbortSignal.timeout(requestMs);
  const left = new Set(objectKeys);
  try {
    for (let waiting = portion; waiting === portion && !until.aborted; ) {
      const done = await moveSome(context, entryIds);
      for (const key of done.moved) left.delete(key);
      waiting = done.waiting;
    }
    // The worker moved them meanwhile, and may not have deleted them yet.
    if (left.size > 0) await removeObjectsNow(context, await queuedOf(context, [...left]));
  } catch (error) {
    context.log.error({ err: error }, 'objects of the trash not moved; the worker tries again');
  }
}

async function queuedOf({ db }: Context, keys: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select object_key as key from object_deletions where object_key = any(${sql.param(keys)}::text[])`,
  );
  return rows.map(({ key }) => key);
}
