import { eq, sql } from 'drizzle-orm';
import type { Hex } from 'viem';
import { labs } from '#platform/db/tables/labs.ts';
import { type Operation, UsageError } from '../core/command.ts';
import { withoutLimits } from '../core/rows-of.ts';
import { readLines, type Snapshot } from './format.ts';
import { putBackObjects } from './put-back-objects.ts';
import { requireFitting } from './require-fitting.ts';
import { inOrder, writeTable } from './write-table.ts';

/** Columns that name what a row belongs to, with the kind of thing. */
const columns = {
  ocl_id: 'lab',
  file_id: 'file',
  bound_file_id: 'file',
  did: 'did',
  file_did: 'did',
  thread_id: 'thread',
  object_key: 'object',
} as const;

/** Tables with the rows of a lab, and the column by which a row is the lab's. */
export const labTables: Readonly<Record<string, keyof typeof columns>> = {
  labs: 'ocl_id',
  lab_shortnames: 'ocl_id',
  lab_image_uploads: 'ocl_id',
  lab_conditions: 'ocl_id',
  lab_readiness: 'ocl_id',
  lab_todos: 'ocl_id',
  files: 'ocl_id',
  folders: 'ocl_id',
  trash_entries: 'ocl_id',
  trashed_files: 'ocl_id',
  releases: 'ocl_id',
  threads: 'ocl_id',
  announcements: 'ocl_id',
  activity: 'ocl_id',
  activity_groups: 'ocl_id',
  agreements: 'ocl_id',
  file_reviews: 'ocl_id',
  hides: 'ocl_id',
  invitations: 'ocl_id',
  access_questions: 'ocl_id',
  access_requests: 'ocl_id',
  blocked_askers: 'ocl_id',
  did_links: 'ocl_id',
  key_releases: 'ocl_id',
  key_release_chains: 'ocl_id',
  file_versions: 'file_id',
  trashed_versions: 'file_id',
  former_paths: 'file_id',
  data_keys: 'bound_file_id',
  did_keys: 'did',
  discussion_keys: 'file_did',
  comments: 'thread_id',
  object_chunks: 'object_key',
};

/** Tables of the chain, of people and of the service, which are not restored with a lab. */
export const notOfOneLab: readonly string[] = [
  'chain_blocks',
  'chain_cursors',
  'chain_heads',
  'consumers',
  'drawn_texts',
  'event_log',
  'featured_labs',
  'feed_marks',
  'follows',
  'holder_owners',
  'idempotency_keys',
  'installation',
  'intent_wallets',
  'journey_calls',
  'journeys',
  'lab_holders',
  'lab_owners',
  'lab_token_balances',
  'lab_token_weeks',
  'lab_tokens',
  'leases',
  'listed_readers',
  'log_readers',
  'logged_chains',
  'mail_addresses',
  'mail_confirmations',
  'master_keys',
  'mutes',
  'notice_mails',
  'notice_pushes',
  'notices',
  'object_deletions',
  'onchain_event_addresses',
  'onchain_events',
  'page_changes',
  'paid_answers',
  'paid_calls',
  'payment_channels',
  'profiles',
  'push_subscriptions',
  'quarantined_logs',
  'rate_limit_buckets',
  'rejected_images',
  'report_sources',
  'reports',
  'resolved_names',
  'role_grants',
  'search_deletions',
  'search_documents',
  'search_embeddings',
  'search_moved',
  'search_words',
  'service_tokens',
  'sign_in_messages',
  'unlogged_activity',
  'uploads',
  'webhook_deliveries',
  'webhook_secrets',
  'webhooks',
];

/** Rows of these are numbered for all labs, so they get other numbers. */
const renumbered = ['key_releases', 'hides'];

/** The columns of rows that name things of a lab, with the kind of thing. */
const names: readonly { table: string; column: string; kind: (typeof columns)[keyof typeof columns] }[] = [
  { table: 'labs', column: 'account_did', kind: 'did' },
  { table: 'labs', column: 'data_room_did', kind: 'did' },
  { table: 'releases', column: 'did', kind: 'did' },
  { table: 'threads', column: 'id', kind: 'thread' },
  ...['files', 'trashed_files'].flatMap((table) => [
    { table, column: 'id', kind: 'file' as const },
    { table, column: 'did', kind: 'did' as const },
  ]),
  ...['file_versions', 'trashed_versions'].map((table) => ({
    table,
    column: 'object_key',
    kind: 'object' as const,
  })),
];

type Row = Record<string, unknown>;

/**
 * Restores the rows and objects of one lab into a database that does not have it, beside other labs. What it shares with others is not
 * restored: profiles, notices, webhooks, payments. The chain is read by the worker.
 * @throws UsageError if the database has the lab, or the backup has not
 */
export async function restoreLab(
  operation: Operation,
  snapshot: Snapshot,
  oclId: Hex,
): Promise<true | 'incomplete'> {
  const { context, print } = operation;
  const { db } = context;
  await requireFitting(context, snapshot);
  if ((await db.$count(labs, eq(labs.oclId, oclId))) > 0)
    throw new UsageError('The database has this lab. Say --objects-only to put back its objects.');
  const things: Record<(typeof columns)[keyof typeof columns], Set<unknown>> = {
    lab: new Set([oclId]),
    file: new Set(),
    did: new Set(),
    thread: new Set(),
    object: new Set(),
  };
  const isOfLab = (table: string) => (row: Row) => {
    const column = labTables[table];
    return column !== undefined && things[columns[column]].has(row[column]);
  };
  // In this order the things are known by which later rows are found.
  for (const { table, column, kind } of names)
    for await (const row of rowsOf(snapshot, table, isOfLab(table))) things[kind].add(row[column]);

  // Read before the transaction, which keeps other labs from writing to these tables.
  const lines = new Map<string, string[]>();
  for (const table of Object.keys(labTables))
    lines.set(table, await linesOf(snapshot, table, isOfLab(table)));

  let count = 0;
  await db.transaction(async (tx) => {
    await withoutLimits(tx);
    for (const { name } of (await inOrder(tx, snapshot.manifest)).filter((table) => lines.has(table.name)))
      count += await writeTable(tx, name, lines.get(name) ?? [], {
        beside: true,
        renumbered: renumbered.includes(name),
      });
    if ((await tx.$count(labs, eq(labs.oclId, oclId))) === 0)
      throw new UsageError(`The backup has no lab ${oclId}.`);
    // The worker gives entries their numbers in the event log, unless they have them still.
    await tx.execute(sql`insert into unlogged_activity (ocl_id, seq) select ocl_id, seq from activity a where ocl_id = ${oclId}
      and not exists (select from event_log e where e.ocl_id = a.ocl_id and e.seq = a.seq) order by seq`);
    await tx.execute(sql`select search_index_file(f) from files f where ocl_id = ${oclId}`);
    await tx.execute(sql`select search_index_announcement(n) from announcements n where ocl_id = ${oclId}`);
    // They count the entries of all labs. The worker makes them anew.
    await tx.execute(sql`delete from feed_marks`);
  });
  print(`${count} rows of ${oclId} are back.`);
  return putBackObjects(operation, snapshot, oclId);
}

async function* rowsOf(
  snapshot: Snapshot,
  table: string,
  isWanted: (row: Row) => boolean,
): AsyncGenerator<Row> {
  for await (const line of readLines(snapshot, `tables/${table}.jsonl.gz`)) {
    const row: Row = JSON.parse(line);
    if (isWanted(row)) yield row;
  }
}

async function linesOf(
  snapshot: Snapshot,
  table: string,
  isWanted: (row: Row) => boolean,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const row of rowsOf(snapshot, table, isWanted)) lines.push(JSON.stringify(row));
  return lines;
}
