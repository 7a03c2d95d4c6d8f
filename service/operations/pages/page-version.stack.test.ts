import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { ask, resultOf } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { resolvedNames } from '#platform/db/tables/profiles.ts';
import { forgetPageChanges } from './forget-page-changes.ts';
import { pageVersion } from './page-version.ts';

const service = await openTestService({ insertsRows: true });
const { db } = service.context;
const lab = await registeredLab(service);
const other = await registeredLab(service);
await uploadFile(service, lab, 'first', { path: 'first.txt' });

const subjects = { lab: lab.oclId, other: other.oclId, anything: null };

/** Runs a change, and tells for which pages it made another version. */
async function changed(change: () => Promise<unknown>): Promise<string[]> {
  const before = await Promise.all(Object.values(subjects).map((subject) => pageVersion(db, subject, null)));
  await change();
  const entries = Object.entries(subjects);
  const after = await Promise.all(
    entries.map(([, subject], at) => pageVersion(db, subject, before[at] ?? null)),
  );
  return entries.flatMap(([name], at) => (after[at] === before[at] ? [] : [name]));
}

describe('the version of a page', () => {
  test('stays while nothing is written, and while others write what no page shows', async () => {
    expect(await changed(async () => {})).toEqual([]);
    const signIn = '{ getServiceSignInMessage(walletAddress: "$", serviceName: "a") { message } }';
    expect(await changed(() => ask(service, signIn.replace('$', lab.wallet), {}))).toEqual([]);
    // A read notes the wallets that it names.
    const noted = { wallet: '0x01', askedAt: new Date() };
    expect(await changed(() => db.insert(resolvedNames).values(noted))).toEqual([]);
    expect(await changed(() => db.update(resolvedNames).set({ askedAt: new Date() }))).toEqual([]);
  });

  test('changes with the lab, for its own pages and those of anything', async () => {
    const announcement = { oclId: lab.oclId, headline: 'News', body: 'Text' };
    expect(
      await changed(() => resultOf(service, CreateAnnouncementDocument, announcement, lab.token)),
    ).toEqual(['lab', 'anything']);
    expect(await changed(() => uploadFile(service, other, 'a', { path: 'a.txt' }))).toEqual([
      'other',
      'anything',
    ]);
    const file = sql`select id from files where ocl_id = ${lab.oclId}`;
    expect(
      await changed(() =>
        db.execute(sql`update file_versions set change_note = 'x' where file_id in (${file})`),
      ),
    ).toEqual(['lab', 'anything']);
  });

  test('changes for all pages with what all show', async () => {
    const names = ['lab', 'other', 'anything'];
    expect(await changed(() => db.update(resolvedNames).set({ name: 'a.eth' }))).toEqual(names);
    expect(await changed(() => db.delete(resolvedNames))).toEqual(names);
    expect(
      await changed(() => db.execute(sql`insert into profiles (wallet, issued_at) values ('0x02', now())`)),
    ).toEqual(names);
  });

  test('changes when a transaction commits, however long ago it wrote, and not when it writes', async () => {
    const client = await db.$client.connect();
    const rename = `update labs set description = 'slow' where ocl_id = '${lab.oclId}'`;
    try {
      await client.query('begin');
      await client.query(rename);
      expect(await changed(() => uploadFile(service, other, 'b', { path: 'b.txt' }))).toEqual([
        'other',
        'anything',
      ]);
      const between = await pageVersion(db, lab.oclId, null);
      expect(await changed(() => client.query('commit'))).toEqual(['lab', 'anything']);
      expect(await pageVersion(db, lab.oclId, between)).not.toBe(between);
      await client.query('begin');
      await client.query(rename);
      expect(await changed(() => client.query('rollback'))).toEqual([]);
    } finally {
      client.release();
    }
  });

  test('is none while a transaction that began before thousands of changes has not ended', async () => {
    const client = await db.$client.connect();
    try {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      const known = await pageVersion(db, lab.oclId, null);
      // Their numbers are those of later transactions.
      await db.execute(sql`insert into page_changes (transaction, ocl_id)
        select (pg_current_xact_id()::text::bigint + n)::text::xid8, ${lab.oclId} from generate_series(1, 5001) n`);
      expect(await pageVersion(db, lab.oclId, known)).toBeNull();
      expect(await pageVersion(db, lab.oclId, null)).toBeNull();
      expect(await pageVersion(db, other.oclId, null)).toBeNull();
      await db.execute(sql`delete from page_changes`);
      expect(await pageVersion(db, lab.oclId, null)).not.toBeNull();
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('is that of the lab that is named by its shortname, and there is none of an unknown lab', async () => {
    const { labs } = await ask(service, '{ labs(perPage: 50) { nodes { oclId shortname } } }', {});
    const { shortname } = labs.nodes.find(({ oclId }: { oclId: string }) => oclId === lab.oclId);
    const version = await pageVersion(db, shortname, null);
    expect(await pageVersion(db, lab.oclId, version)).toBe(version);
    expect(await pageVersion(db, 'nothing-of-this-name', null)).toBeNull();
  });

  test.each(['', '.', 'x.y', '1', `${'9'.repeat(30)}.`, "1.';--"])('is read anew for %j', async (known) => {
    expect(await pageVersion(db, null, known)).toMatch(/^\d+\.([0-9a-f]{32})?$/);
  });
});

/** Tables that change no page of a visitor, and why. */
const onNoPage = {
  'Only one person, the members of a lab or the operator see it.': [
    'access_questions',
    'access_requests',
    'blocked_askers',
    'follows',
    'invitations',
    'mutes',
    'notices',
    'reports',
    'report_sources',
    'trash_entries',
    'trashed_files',
    'trashed_versions',
    'webhooks',
  ],
  'It is computed from tables that are noted, and a page that shows it says so or reads it again.': [
    'chain_blocks',
    'chain_cursors',
    'chain_heads',
    'drawn_texts',
    'event_log',
    'feed_marks',
    'key_release_chains',
    'onchain_event_addresses',
    'quarantined_logs',
    'search_documents',
    'search_embeddings',
    'search_words',
  ],
  'It is a secret, or decides what a caller may do.': [
    'consumers',
    'data_keys',
    'did_keys',
    'intent_wallets',
    'lab_conditions',
    'mail_addresses',
    'mail_confirmations',
    'master_keys',
    'push_subscriptions',
    'rate_limit_buckets',
    'service_tokens',
    'sign_in_messages',
    'webhook_secrets',
  ],
  'It is work, or the state of a process.': [
    'idempotency_keys',
    'installation',
    'journey_calls',
    'journeys',
    'lab_holders',
    'leases',
    'log_readers',
    'logged_chains',
    'notice_mails',
    'notice_pushes',
    'object_chunks',
    'page_changes',
    'paid_answers',
    'paid_calls',
    'payment_channels',
    'rejected_images',
    'search_deletions',
    'search_moved',
    'unlogged_activity',
    'webhook_deliveries',
  ],
};

test('every table is noted, or changes no page', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' and (
      select count(*) from pg_trigger
      where tgrelid = ('public.' || quote_ident(tablename))::regclass
        and tgname in ('page_changes_insert', 'page_changes_update', 'page_changes_delete')) < 3`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.values(onNoPage).flat().toSorted());
});

test('changes are forgotten ten minutes after their transactions, and those of another database at once', async () => {
  const minute = 60_000;
  await db.execute(sql`insert into page_changes (transaction, ocl_id) values ('9999999999', '')`);
  await db.execute(sql`update labs set description = 'now' where ocl_id = ${lab.oclId}`);
  const rows = async () => {
    const counted = await db.execute<{ count: number }>(sql`select count(*)::int as count from page_changes`);
    return counted.rows[0]?.count;
  };
  const before = (await rows()) ?? 0;
  const start = Date.now();
  await forgetPageChanges({ db }, start);
  expect(await rows()).toBe(before - 1);
  await forgetPageChanges({ db }, start + 9 * minute);
  expect(await rows()).toBe(before - 1);
  const version = await pageVersion(db, null, null);
  await forgetPageChanges({ db }, start + 10 * minute);
  expect(await rows()).toBe(0);
  expect(await pageVersion(db, null, version)).toBe(version);
});
