import { DecryptDataKeyDocument, MoveEntryDocument, RequestAccessDocument } from '@labroom/client/documents';
import { newWallet } from '@labroom/testing/actors.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { signedAccessRequest } from '@labroom/testing/test-access-request.ts';
import { resultOf } from '@labroom/testing/test-client.ts';
import { beginThread } from '@labroom/testing/test-comments.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { siteOf } from '@labroom/testing/test-invitation.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { setProfile, signedProfile } from '@labroom/testing/test-profile.ts';
import type { RegisteredLab } from '@labroom/testing/test-registered-lab.ts';
import type { TestService } from '@labroom/testing/test-service.ts';
import { trashFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkTransaction } from '#platform/db/bulk-transaction.ts';
import { chainCursors } from '#platform/db/tables/chain.ts';
import { type Kms, KmsError } from '#platform/kms/kms.ts';
import { numberEvents } from '../../operations/activity/number-events.ts';
import { runCommand, startFilledService } from '../operator.fixture.ts';
import { parts } from './check.ts';
import { inSnapshot } from './in-snapshot.ts';
import { keys } from './keys.ts';
import { objects } from './objects.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  ({ service, lab } = await startFilledService());
  await uploadFile(service, lab, 'x'.repeat(100), {
    path: 'folder/moved.txt',
    description: 'A list',
    tags: ['t'],
  });
  await resultOf(
    service,
    MoveEntryDocument,
    { oclId: lab.oclId, moves: [{ from: 'folder/moved.txt', to: 'folder/there.txt' }] },
    lab.token,
  );
  await uploadSecret(service, lab, 'other plain', { path: 'other' });
  await uploadSecret(service, lab, 'trashed plain', { path: 'trashed' });
  await trashFile(service, lab, 'trashed');
  await resultOf(service, DecryptDataKeyDocument, { oclId: lab.oclId, filePath: 's' }, lab.token);
  await resultOf(service, DecryptDataKeyDocument, { oclId: lab.oclId, filePath: 'other' }, lab.token);
  await resultOf(service, DecryptDataKeyDocument, { oclId: lab.oclId, filePath: 's' }, lab.token);
  await beginThread(service, lab, {}, 'A question');
  const asker = newWallet();
  const site = siteOf(service);
  await resultOf(
    service,
    RequestAccessDocument,
    await signedAccessRequest(asker, { oclId: lab.oclId }, { site }),
  );
  await setProfile(service, await signedProfile(asker, { name: 'Ada' }, { site }));
  await grantRole(lab.owner, { oclId: lab.oclId, to: asker.address, role: 'VIEWER' });
  await indexChain(service.context);
  await numberEvents(service.context);
});
afterAll(() => service.stop());

/** What `check` finds after these statements, which are taken back. */
async function foundAfter(...damage: string[]): Promise<string[]> {
  const done = new Error('enough seen');
  const found: string[] = [];
  await bulkTransaction(service.context.db, async (tx, copyRows) => {
    for (const statement of damage)
      expect((await tx.execute(sql.raw(statement))).rowCount).toBeGreaterThan(0);
    const all = Number.POSITIVE_INFINITY;
    const samples = { keys: all, objects: all, documents: all };
    for (const part of parts) {
      const { faults } = await part.look({ context: service.context, tx, copyRows, samples });
      found.push(...faults.map((fault) => `${part.name}: ${fault}`));
      if (found.length > 0) break;
    }
    throw done;
  }).catch((error: unknown) => {
    if (error !== done) throw error;
  });
  return found;
}

test('finds no faults in what the service wrote, and says what it looked at', async () => {
  const { code, lines } = await runCommand(service, 'check');
  expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: 'No faults found.' });
  expect(lines).toEqual([
    'Looked at records: every row beside the others.',
    expect.stringMatching(/^Looked at keys: 3 data keys, \d+ DID keys, 0 webhook secrets open\.$/),
    expect.stringMatching(/^Looked at search: \d+ documents of the search\.$/),
    expect.stringMatching(/^Looked at objects: \d+ objects, 3 of them decrypted\.$/),
    expect.stringMatching(
      /^Looked at chain: [\d,]+ events up to block [\d,]+, and the roles, owners, lists and tokens that follow from them\.$/,
    ),
    'No faults found.',
  ]);
  expect(await runCommand(service, 'verify-storage')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\d+ objects, 0 at fault\.$/),
  });
});

const secret = `where encryption is not null`;
const one = (table: string, where = 'true') => `ctid = (select ctid from ${table} where ${where} limit 1)`;

/** Damages by statement, with the part that finds them. */
const damages: [string, string, string][] = [
  ['a wrong sum of bytes', 'records', 'update labs set stored_bytes = stored_bytes + 1'],
  [
    'a version that is missing',
    'records',
    `delete from file_versions where version = 1 and file_id = (select id from files where path = 'a.txt')`,
  ],
  ['a feed entry that is missing', 'records', 'delete from activity where seq = 2'],
  ['a wrong mark of the feed', 'records', `insert into feed_marks values ('groups FILE', 1, '2000-01-01')`],
  [
    'a duplicate entry of an added file',
    'records',
    `update activity set kind = 'FILE_ADDED' where kind = 'FILE_UPDATED'`,
  ],
  [
    'a key that is bound to no encrypted version',
    'records',
    `update file_versions set encryption = null, access_level = 'PUBLIC' ${secret}`,
  ],
  ['lost keys', 'records', 'delete from data_keys'],
  [
    'a referenced object that is queued for deletion',
    'records',
    'insert into object_deletions select object_key, now() from file_versions limit 1',
  ],
  [
    'two versions of one upload',
    'records',
    'update uploads set result = (select result from uploads where finished_at is not null limit 1) where finished_at is not null',
  ],
  [
    'an event of a feed missing in the log',
    'records',
    'delete from event_log where number = (select max(number) from event_log where seq is not null)',
  ],
  [
    'an onchain event missing in the log',
    'records',
    `delete from event_log where ${one('event_log', 'seq is null')}`,
  ],
  [
    'an event logged as another',
    'records',
    `update event_log set kind = 'ANNOUNCEMENT' where ${one('event_log', 'seq is not null')}`,
  ],
  [
    'an onchain event logged with other arguments',
    'records',
    `update event_log set event = jsonb_set(event::jsonb, '{args,account}', '"0x1"')::json where event ->> 'eventName' = 'RoleGranted'`,
  ],
  ['a follower ahead of the log', 'records', `insert into log_readers values ('x', 1000000)`],
  [
    'one bit of a wrapped key',
    'keys',
    'update data_keys set wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1) where wrap_hash = (select wrap_hash from data_keys where bound_file_id is not null limit 1)',
  ],
  [
    'all wrapped keys',
    'keys',
    `update data_keys set wrapped_key = decode(repeat('00', octet_length(wrapped_key)), 'hex')`,
  ],
  [
    'two wrapped keys exchanged',
    'keys',
    'update data_keys a set wrapped_key = b.wrapped_key from data_keys b where a.wrap_hash <> b.wrap_hash',
  ],
  [
    'a key issued to another wallet',
    'keys',
    `update data_keys set issued_to = '0x${'1'.repeat(40)}' where ${one('data_keys')}`,
  ],
  [
    'the key of a DID',
    'keys',
    'update did_keys set wrapped_private_key = set_byte(wrapped_private_key, 40, get_byte(wrapped_private_key, 40) # 1)',
  ],
  ['a DID without its key', 'records', `delete from did_keys where ${one('did_keys', `subject = 'file'`)}`],
  ['the record of master keys emptied', 'keys', 'delete from master_keys'],
  ['one release of a key', 'records', `delete from key_releases where ${one('key_releases')}`],
  [
    'the newest release of a key',
    'records',
    'delete from key_releases where id = (select max(id) from key_releases)',
  ],
  ['all releases of keys', 'records', 'delete from key_releases'],
  [
    'a release to another wallet',
    'records',
    `update key_releases set wallet = '0x${'1'.repeat(40)}' where ${one('key_releases')}`,
  ],
  ['a release that was refused', 'records', `update key_releases set outcome = 'refused'`],
  ['the end of the chain of releases', 'records', 'delete from key_release_chains'],
  [
    'encryption metadata replaced by that of another version',
    'objects',
    `update file_versions a set encryption = b.encryption from (select encryption from file_versions ${secret} order by object_key desc limit 1) b where a.encryption is not null`,
  ],
  [
    'another initialization vector',
    'objects',
    `update file_versions set encryption = jsonb_set(encryption, '{iv}', '"AAAAAAAAAAAAAAAA"') ${secret}`,
  ],
  [
    'another hash of the plaintext',
    'objects',
    `update file_versions set encryption = jsonb_set(encryption, '{contentHash}', '"sha256-${'a'.repeat(64)}"') ${secret}`,
  ],
  [
    'an initialization vector cut short',
    'records',
    `update file_versions set encryption = jsonb_set(encryption, '{iv}', '"AAAA"') ${secret}`,
  ],
  [
    'conditions that nobody wrote',
    'records',
    `update file_versions set encryption = jsonb_set(encryption, '{accessControlConditions}', '"[]"') ${secret}`,
  ],
  ['conditions changed under their hash', 'records', `update lab_conditions set conditions = '[]'`],
  [
    'a version in the trash with another vector',
    'objects',
    `update trashed_versions set encryption = jsonb_set(encryption, '{iv}', '"AAAAAAAAAAAAAAAA"') ${secret}`,
  ],
  ['a version in the trash that is missing', 'records', 'delete from trashed_versions'],
  ['roles', 'chain', 'delete from role_grants'],
  ['a stronger role', 'chain', `update role_grants set role = 'CONTRIBUTOR'`],
  ['a role that ends later', 'chain', 'update role_grants set expiry = expiry + 1000000'],
  ['owners', 'chain', 'delete from lab_owners'],
  [
    'another owner',
    'chain',
    `update lab_owners set holder = '0x${'1'.repeat(40)}' where ${one('lab_owners')}`,
  ],
  ['all onchain events', 'records', 'delete from onchain_events'],
  [
    'the newest onchain event',
    'records',
    'delete from onchain_events where (block_number, log_index) = (select block_number, log_index from onchain_events order by 1 desc, 2 desc limit 1)',
  ],
  [
    'an onchain event with another sender',
    'chain',
    `update onchain_events set tx_sender = '0x${'1'.repeat(40)}' where ${one('onchain_events')}`,
  ],
  ['a cursor 100 blocks ahead', 'records', 'update chain_cursors set block_number = block_number + 100'],
  ['the hash of a block', 'records', `update chain_blocks set hash = '0x${'1'.repeat(64)}'`],
  ['documents of the search', 'records', 'delete from search_documents'],
  [
    'a document with other words',
    'search',
    `update search_documents set stems = to_tsvector('simple', 'nothing')`,
  ],
  ['a document with other labels', 'records', `update search_documents set tags = '{other}'`],
  [
    'all headlines, as long as before',
    'records',
    `update announcements set headline = left(concat('x', headline), length(headline))`,
  ],
  [
    'a body, as long as before',
    'records',
    `update announcements set body = reverse(body) || '' where body <> reverse(body)`,
  ],
  ['all paths', 'records', `update files set path = concat(path, 'x')`],
  ['the path of a moved file', 'records', `update files set path = 'folder/elsewhere.txt' where moves > 0`],
  ['a description', 'records', `update files set description = 'Another list' where description is not null`],
  ['tags', 'records', `update files set tags = '{y}' where cardinality(tags) > 0`],
  [
    'the hash of a version',
    'records',
    `update file_versions set sha256 = repeat('a', 64) where ${one('file_versions')}`,
  ],
  [
    'the length of a version',
    'records',
    `update file_versions set content_length = content_length + 1 where ${one('file_versions')}`,
  ],
  [
    'the type of a version',
    'records',
    `update file_versions set content_type = 'image/png' where ${one('file_versions')}`,
  ],
  [
    'the author of a version',
    'records',
    `update file_versions set change_by = '0x${'1'.repeat(40)}' where ${one('file_versions')}`,
  ],
  [
    'the access level of a file',
    'records',
    `update files set access_level = 'ADMIN' where access_level = 'PUBLIC'`,
  ],
  [
    'who changed something, in the feed',
    'records',
    `update activity set change_by = '0x${'1'.repeat(40)}' where seq = 1`,
  ],
  [
    'when something changed, in the feed',
    'records',
    `update activity set system_time = system_time - interval '1 day' where seq = 1`,
  ],
  [
    'a time in the future',
    'records',
    `update files set updated_at = now() + interval '1 year' where ${one('files')}`,
  ],
  [
    'when a lab changed last',
    'records',
    `update labs set latest_contribution_at = latest_contribution_at - interval '1 day'`,
  ],
  ['the words of a comment, as long as before', 'records', `update comments set body = reverse(body)`],
  ['the author of a comment', 'records', `update comments set author = '0x${'1'.repeat(40)}'`],
  ['a comment', 'records', 'delete from comments'],
  ['what a wallet asked for', 'records', `update access_requests set role = 'CONTRIBUTOR'`],
  ['the name of a person', 'records', `update profiles set name = 'Bob'`],
  ['the shortname of a lab', 'records', `update labs set shortname = 'another-one'`],
  ['a description of a lab', 'records', `update labs set description = 'Another one'`],
  ['what a person says', 'records', `update profiles set affiliation = 'Elsewhere'`],
  [
    'when a version was added',
    'records',
    `update file_versions set created_at = created_at - interval '1 day' where ${one('file_versions')}`,
  ],
  ['who began a discussion', 'records', `update threads set created_by = '0x${'1'.repeat(40)}'`],
  ['a lab at another account', 'records', `update labs set account = '0x${'1'.repeat(40)}'`],
  [
    'a lab at another account, sealed anew',
    'chain',
    `update labs set seal = null, account = '0x${'1'.repeat(40)}'`,
  ],
  ['where an address occurs', 'chain', 'delete from onchain_event_addresses'],
];

describe('finds', () => {
  test.each(damages)('%s (%s)', async (_, part, statement) => {
    const found = await foundAfter(statement);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.split(':')[0]).toBe(part);
  });
});

describe('does not pass when it could not look', () => {
  test('at the chain, which is not indexed', async () => {
    const { db } = service.context;
    const [cursor] = await db.delete(chainCursors).returning();
    const { code, lines } = await runCommand(service, 'check', '--objects', '1');
    if (cursor) await db.insert(chainCursors).values(cursor);
    expect(lines).toContain('Not checked: The chain, because nothing of it is indexed yet.');
    expect({ code, last: lines.at(-1) }).toEqual({ code: 3, last: 'No faults found in what was looked at.' });
  });

  test('at objects, because the store does not answer', async () => {
    const storage = Object.assign(Object.create(service.context.storage), {
      read: () => Promise.reject(new Error('connect ECONNREFUSED')),
    });
    const samples = { keys: 0, objects: Number.POSITIVE_INFINITY, documents: 0 };
    const found = await inSnapshot({ ...service.context, storage }, samples, (subject) =>
      objects.look(subject),
    );
    expect(found.faults).toEqual([]);
    expect(found.unchecked).toEqual([
      expect.stringMatching(/^[1-9]\d* objects, because the store did not answer\.$/),
    ]);
  });

  test('at keys, because the key service does not answer', async () => {
    const kms: Kms = Object.assign(Object.create(service.context.kms), {
      unwrapDataKey: () => Promise.reject(new KmsError('UNAVAILABLE', 'The key service did not answer.')),
    });
    const context = { ...service.context, kms };
    await bulkTransaction(service.context.db, async (tx, copyRows) => {
      const found = await keys.look({
        context,
        tx,
        copyRows,
        samples: { keys: Number.POSITIVE_INFINITY, objects: 1, documents: 1 },
      });
      expect(found.faults).toEqual([]);
      expect(found.unchecked).toContain('3 data keys, because the key service did not answer.');
    });
  });
});

describe('in the store', () => {
  const keyOf = async (path: string) => {
    const { rows } = await service.context.db.execute<{ key: string; type: string }>(
      sql`select v.object_key as key, v.content_type as type from file_versions v join files f on f.id = v.file_id where f.path = ${path} limit 1`,
    );
    return rows[0] ?? expect.fail('no such file');
  };

  test('finds an object that was altered and one that is missing, names both, and goes on', async () => {
    const { storage } = service.context;
    const [altered, missing] = [await keyOf('folder/there.txt'), await keyOf('a.txt')];
    await storage.delete(altered.key);
    await storage.put({ key: altered.key, contentType: altered.type, body: Buffer.from('y'.repeat(100)) });
    await storage.delete(missing.key);
    const { code, output } = await runCommand(service, 'check');
    expect(code).toBe(1);
    expect(output).toContain(`folder/there.txt version 1 has different bytes`);
    expect(output).toMatch(/a\.txt version \d is missing in the store/);
    expect(output).toContain('2 faults.');
    expect(await runCommand(service, 'verify-storage')).toMatchObject({
      code: 1,
      output: expect.stringContaining('2 at fault.'),
    });
  });
});
