import { randomUUID } from 'node:crypto';
import { wrapDiscussionKey } from '@labroom/client/comments/comment-crypto';
import {
  commentInput,
  type DiscussionKeyring,
  publicKeyring,
  readComment,
} from '@labroom/client/comments/comments-api';
import { base64FromBytes, bytesFromBase64 } from '@labroom/client/crypto/base64';
import { ChangeFileVersionAccessDocument, RestoreFileVersionDocument } from '@labroom/client/documents';
import { reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import {
  beginSecretThread,
  beginThread,
  edit,
  keyringFor,
  reply,
  threadsOf,
} from '@labroom/testing/test-comments.ts';
import { encryptFor, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { type Author, deleteFile, fileAt, sent, sha256, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { beforeEach, describe, expect, test } from 'vitest';

const service = await openTestService();
const lab = await registeredLab(service);
const member = await newMember();
const outsider = await as(service, lab, await fundedWallet());
// Wallets write in several tests.
beforeEach(() => service.context.db.execute('truncate rate_limit_buckets'));

async function newMember(): Promise<Author> {
  const wallet = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: wallet.address, role: 'VIEWER' });
  return as(service, lab, wallet);
}

const plaintextOf = (path: string) => `secret content of ${path}`;

async function secretFile(path: string) {
  await uploadSecret(service, lab, plaintextOf(path), { path });
  return versionOf(path);
}

async function versionOf(path: string) {
  const { did: ref, contentHash, version } = await fileAt(service, lab, path);
  return { ref: ref as string, version: version as number, contentHash: contentHash as string };
}

/** Comments of a file as a wallet reads them; `null` for words that it does not get. */
async function read(reader: Author, ref: string, keyring: DiscussionKeyring | null, proof = reader.token) {
  const { nodes } = await threadsOf(service, lab, { ref }, proof);
  const all: (string | null)[] = [];
  for (const thread of nodes)
    for (const comment of thread.comments) {
      const words = await readComment(keyring, thread.id, comment);
      all.push(words?.body ?? null);
    }
  return all;
}

/** Changes who can open version 1, and what becomes of its comments. */
async function change(
  path: string,
  accessLevel: 'PUBLIC' | 'ADMIN',
  commentsOf: (dataKey: () => Uint8Array<ArrayBuffer>) => Promise<object>,
) {
  const { ref, contentHash: replaces } = await versionOf(path);
  const plaintext = plaintextOf(path);
  const encrypted = accessLevel === 'ADMIN' ? await encryptFor(service, lab, plaintext) : null;
  const bytes = encrypted?.ciphertext ?? Buffer.from(plaintext);
  const variables = {
    ...{ oclId: lab.oclId, ref, version: 1, replaces, accessLevel, changeBy: lab.wallet },
    uploadToken: await sent(service, lab, bytes),
    contentHash: `sha256:${sha256(bytes)}`,
    ...(encrypted && { encryptionMetadata: encrypted.encryptionMetadata }),
    ...(await commentsOf(() => bytesFromBase64(encrypted?.plaintextDEK ?? ''))),
  };
  return resultOf(service, ChangeFileVersionAccessDocument, variables, lab.token);
}

/** Gives the keys of a keyring to `changeFileVersionAccess`, wrapped under the new data key. */
const wrapped =
  ({ keys, place }: DiscussionKeyring) =>
  async (dataKey: () => Uint8Array<ArrayBuffer>) => ({
    discussionKeys: await Promise.all(
      [...keys].map(async ([contentHash, key]) => ({
        contentHash,
        wrappedKey: await wrapDiscussionKey(key, dataKey(), place, contentHash),
      })),
    ),
  });

/** Every text that the database stores, and all that the service has logged. */
async function everythingStored(): Promise<string> {
  const { db } = service.context;
  const tables = await db.execute<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const rows = await Promise.all(
    tables.rows.map(({ name }) => db.execute(`select t::text as row from ${name} t`)),
  );
  return rows.flatMap((result) => result.rows.map(({ row }) => String(row))).join('\n');
}

test('whoever may open the file reads a comment on it; others and the database do not', async () => {
  const file = await secretFile('read.txt');
  const words = 'The control plate Zwetschgenkuchen was contaminated';
  const anchor = { kind: 'LINES', start: 4, end: 5 } as const;
  const { result, keyring, ids } = await beginSecretThread(service, member, file, { body: words, anchor });
  expect(result.error).toBeNull();

  const ownersKeys = await keyringFor(service, lab, file);
  expect(await read(lab, file.ref, ownersKeys)).toEqual([words]);
  const [thread] = (await threadsOf(service, lab, { ref: file.ref }, lab.token)).nodes;
  expect(await readComment(ownersKeys, thread.id, thread.comments[0])).toMatchObject({ anchor });
  expect(thread.anchor).toBeNull();

  for (const proof of [outsider.token, '']) {
    const seen = await threadsOf(service, lab, { ref: file.ref }, proof);
    expect(seen).toMatchObject({ totalCount: 1, commentCount: 1 });
    expect(seen.nodes[0]).toMatchObject({ canRead: false, keys: [] });
    expect(seen.nodes[0].comments[0]).toMatchObject({
      author: member.wallet.toLowerCase(),
      isEncrypted: true,
      body: null,
      ciphertext: null,
    });
  }
  expect(ids.author).toBe(member.wallet.toLowerCase());
  expect(keyring.keys.size).toBe(1);

  const stored = await everythingStored();
  expect(stored).toContain(ids.commentId);
  const inHex = Buffer.from('Zwetschgenkuchen').toString('hex');
  for (const hidden of ['Zwetschgenkuchen', inHex]) expect(stored).not.toContain(hidden);
});

describe('is refused', () => {
  test('a comment of a wallet that may not open the file', async () => {
    const file = await secretFile('outsiders.txt');
    const { keyring, ids, input } = await beginSecretThread(service, member, file, { body: 'Inside' });
    const comment = { ...input.comment, id: randomUUID() };
    const subject = { ref: file.ref, version: 1 };
    expect(reasonOf(await beginThread(service, outsider, subject, '', { comment }))).toBe(
      'ACCESS_CONDITIONS_NOT_MET',
    );
    expect(reasonOf(await reply(service, outsider, ids.threadId, comment))).toBe('ACCESS_CONDITIONS_NOT_MET');
    expect(await read(lab, file.ref, keyring)).toEqual(['Inside']);
  });

  test('plaintext on an encrypted version, and ciphertext elsewhere', async () => {
    const file = await secretFile('kinds.txt');
    const { keyring, input } = await beginSecretThread(service, member, file, { body: 'Inside' });
    const subject = { ref: file.ref, version: 1 };
    expect(reasonOf(await beginThread(service, lab, subject, 'In the clear'))).toBe('ENCRYPTION_REQUIRED');
    await uploadFile(service, lab, 'public', { path: 'kinds-public.txt' });
    const { ref } = await fileAt(service, lab, 'kinds-public.txt').then(({ did }) => ({ ref: did }));
    const comment = { ...input.comment, id: randomUUID() };
    for (const other of [{ ref, version: 1 }, {}])
      expect(reasonOf(await beginThread(service, lab, other, '', { comment }))).toBe('NOT_ENCRYPTED');
    const both = { ...comment, body: 'Both' };
    expect((await beginThread(service, lab, subject, '', { comment: both })).error.code).toBe(
      'VALIDATION_FAILED',
    );
    const anchor = { kind: 'LINES', start: 1, end: 1 };
    expect((await beginThread(service, lab, subject, '', { comment, anchor })).error.code).toBe(
      'VALIDATION_FAILED',
    );
    expect(await read(lab, file.ref, keyring)).toEqual(['Inside']);
  });

  test('a comment under the key of another version', async () => {
    const first = await secretFile('versions.txt');
    await uploadSecret(service, lab, 'the second', { ref: first.ref });
    const second = await versionOf('versions.txt');
    const keyring = await keyringFor(service, member, first);
    const ids = { threadId: randomUUID(), commentId: randomUUID(), author: member.wallet.toLowerCase() };
    const comment = await commentInput(keyring, ids, { body: 'Of the first', anchor: null });
    const mixedUp = { id: ids.threadId, comment };
    const subject = { ref: first.ref, version: second.version };
    expect(reasonOf(await beginThread(service, member, subject, '', mixedUp))).toBe('VERSION_CHANGED');
    expect((await beginThread(service, member, { ...subject, version: 1 }, '', mixedUp)).error).toBeNull();
  });
});

test('a ciphertext opens under no other comment, thread, author, file or version', async () => {
  const file = await secretFile('swapped.txt');
  const { keyring, ids, input } = await beginSecretThread(service, member, file, { body: 'Mine' });
  const { ciphertext } = input.comment.encrypted ?? { ciphertext: '' };
  const sent = {
    id: ids.commentId,
    author: ids.author,
    body: null,
    ciphertext,
    keyContentHash: file.contentHash,
  };
  expect(await readComment(keyring, ids.threadId, sent)).toMatchObject({ body: 'Mine' });
  const { place } = keyring;
  const forged = [
    () => readComment(keyring, randomUUID(), sent),
    () => readComment(keyring, ids.threadId, { ...sent, id: randomUUID() }),
    () => readComment(keyring, ids.threadId, { ...sent, author: lab.wallet.toLowerCase() }),
    () => readComment({ ...keyring, place: { ...place, ref: 'did:odf:other' } }, ids.threadId, sent),
    () => readComment({ ...keyring, place: { ...place, keyVersion: 2 } }, ids.threadId, sent),
  ];
  for (const attempt of forged) await expect(attempt()).rejects.toMatchObject({ code: 'TAG_MISMATCH' });
});

test('after its role is revoked a wallet gets no words, also with the key that it kept', async () => {
  const former = await newMember();
  const file = await secretFile('revoked.txt');
  const kept = await keyringFor(service, former, file);
  await beginSecretThread(service, lab, file, { body: 'Before' });
  expect(await read(former, file.ref, kept)).toEqual(['Before']);
  await revokeRole(lab.owner, lab.oclId, former.wallet as `0x${string}`);
  const { threadId } = (await beginSecretThread(service, lab, file, { body: 'After' })).ids;
  expect(await read(former, file.ref, kept)).toEqual([null, null]);
  const ids = { threadId, commentId: randomUUID(), author: former.wallet.toLowerCase() };
  const comment = await commentInput(kept, ids, { body: 'Still here', anchor: null });
  expect(reasonOf(await reply(service, former, threadId, comment))).toBe('ACCESS_CONDITIONS_NOT_MET');
});

describe('when the key of the version is replaced', () => {
  test('comments stay readable under the next key, and the former reader cannot read later ones', async () => {
    const path = 'renewed.txt';
    const file = await secretFile(path);
    const { keyring: former, ids } = await beginSecretThread(service, member, file, { body: 'First' });
    expect((await change(path, 'ADMIN', wrapped(await keyringFor(service, lab, file)))).error).toBeNull();

    const renewed = await versionOf(path);
    const [thread] = (await threadsOf(service, lab, { ref: file.ref }, lab.token)).nodes;
    const keyring = await keyringFor(service, lab, renewed, thread.keys);
    expect(await read(lab, file.ref, keyring)).toEqual(['First']);

    const late = { threadId: ids.threadId, commentId: randomUUID(), author: ids.author };
    const stale = await commentInput(former, late, { body: 'Under the former key', anchor: null });
    expect(reasonOf(await reply(service, member, ids.threadId, stale))).toBe('VERSION_CHANGED');
    const members = await keyringFor(service, member, renewed, thread.keys);
    const second = await commentInput(members, late, { body: 'Second', anchor: null });
    expect((await reply(service, member, ids.threadId, second)).error).toBeNull();
    expect(await read(lab, file.ref, keyring)).toEqual(['First', 'Second']);
    expect(await read(lab, file.ref, former)).toEqual(['First', null]);

    expect((await change(path, 'ADMIN', wrapped(keyring))).error).toBeNull();
    const third = await versionOf(path);
    const [again] = (await threadsOf(service, lab, { ref: file.ref }, lab.token)).nodes;
    expect(again.keys).toHaveLength(2);
    expect(await read(member, file.ref, await keyringFor(service, member, third, again.keys))).toEqual([
      'First',
      'Second',
    ]);
  });

  test('nothing changes if a key of its comments is missing or wrapped for another state', async () => {
    const path = 'missing.txt';
    const file = await secretFile(path);
    const { keyring } = await beginSecretThread(service, member, file, { body: 'Kept' });
    const refused = await change(path, 'ADMIN', async () => ({}));
    expect(refusalOf(refused)).toMatchObject({
      code: 'CONFLICT',
      reason: 'DISCUSSION_KEYS_REQUIRED',
      contentHashes: [file.contentHash],
    });
    expect(reasonOf(await change(path, 'PUBLIC', async () => ({})))).toBe('DISCUSSION_KEYS_REQUIRED');
    const key = base64FromBytes(keyring.keys.get(file.contentHash) ?? new Uint8Array());
    const inTheClear = { discussionKeys: [{ contentHash: file.contentHash, key }] };
    expect((await change(path, 'ADMIN', async () => inTheClear)).error.code).toBe('VALIDATION_FAILED');
    expect(await versionOf(path)).toEqual(file);
    expect(await read(lab, file.ref, keyring)).toEqual(['Kept']);
  });

  test('comments are deleted only where the caller says so', async () => {
    const path = 'discarded.txt';
    const file = await secretFile(path);
    await beginSecretThread(service, member, file, { body: 'Gone' });
    expect((await change(path, 'PUBLIC', async () => ({ deleteComments: true }))).error).toBeNull();
    expect(await threadsOf(service, lab, { ref: file.ref })).toMatchObject({
      totalCount: 0,
      commentCount: 0,
    });
  });

  test('a restored version shares its discussion keys', async () => {
    const path = 'restored.txt';
    const file = await secretFile(path);
    await uploadSecret(service, lab, 'the second', { ref: file.ref });
    const args = { oclId: lab.oclId, ref: file.ref, version: 1 };
    await resultOf(service, RestoreFileVersionDocument, args, lab.token);
    const restored = { ...file, version: 3, keyVersion: 1 };
    const { result } = await beginSecretThread(service, member, restored, { body: 'On the third' });
    expect(result.thread).toMatchObject({ version: 3, keyVersion: 1 });
    expect(reasonOf(await change3(path, {}))).toBe('DISCUSSION_KEYS_REQUIRED');
    expect((await change3(path, { deleteComments: true })).error).toBeNull();
  });

  /** Makes version 1 public, of a file whose newest version is another. */
  async function change3(path: string, more: object) {
    const { did: ref, versions } = await fileAt(service, lab, path);
    const { contentHash: replaces } = versions.find((one: { version: number }) => one.version === 1);
    const bytes = plaintextOf(path);
    const variables = {
      ...{ oclId: lab.oclId, ref, version: 1, replaces, accessLevel: 'PUBLIC', changeBy: lab.wallet },
      uploadToken: await sent(service, lab, bytes),
      contentHash: `sha256:${sha256(bytes)}`,
      ...more,
    };
    return resultOf(service, ChangeFileVersionAccessDocument, variables, lab.token);
  }
});

test('a version that becomes public shows its comments only if their key is published; back in secret, to readers only', async () => {
  const path = 'published.txt';
  const file = await secretFile(path);
  const { keyring, ids } = await beginSecretThread(service, member, file, { body: 'Published later' });
  const published = async () => ({
    discussionKeys: [...keyring.keys].map(([contentHash, key]) => ({
      contentHash,
      key: base64FromBytes(key),
    })),
  });
  expect((await change(path, 'PUBLIC', published)).error).toBeNull();
  const [thread] = (await threadsOf(service, lab, { ref: file.ref })).nodes;
  expect(thread).toMatchObject({ canRead: true });
  const open = publicKeyring({ ...keyring, discussionKeys: thread.keys });
  expect(await read(outsider, file.ref, open)).toEqual(['Published later']);
  expect((await reply(service, member, ids.threadId, 'In the clear')).error).toBeNull();
  expect(await read(outsider, file.ref, open)).toEqual(['Published later', 'In the clear']);

  expect((await change(path, 'ADMIN', async () => ({}))).error).toBeNull();
  expect(await read(outsider, file.ref, open)).toEqual([null, null]);
  const secret = await versionOf(path);
  const [back] = (await threadsOf(service, lab, { ref: file.ref }, lab.token)).nodes;
  const keys = await keyringFor(service, lab, secret, back.keys);
  expect(await read(lab, file.ref, keys)).toEqual(['Published later', 'In the clear']);
});

test('an edit encrypts anew, and a deletion destroys the ciphertext', async () => {
  const file = await secretFile('edited.txt');
  const { keyring, ids } = await beginSecretThread(service, member, file, { body: 'Before' });
  const changed = await commentInput(keyring, ids, { body: 'After', anchor: null });
  expect(reasonOf(await edit(service, lab, changed))).toBe('COMMENT_NOT_FOUND');
  expect((await edit(service, member, changed)).error).toBeNull();
  expect(await read(lab, file.ref, keyring)).toEqual(['After']);
  await deleteFile(service, lab, 'edited.txt');
  const { rows } = await service.context.db.execute(`select 1 from comments where id = '${ids.commentId}'`);
  expect(rows).toEqual([]);
});

test('of comments and a change of the key at once, every accepted comment stays readable', async () => {
  const path = 'race.txt';
  const file = await secretFile(path);
  const keyring = await keyringFor(service, lab, file);
  const comment = (n: number) => beginSecretThread(service, member, file, { body: `Comment ${n}` });
  const [changed, ...made] = await Promise.all([
    change(path, 'ADMIN', wrapped(keyring)),
    ...Array.from({ length: 8 }, (_, n) => comment(n)),
  ]);
  expect(changed.error).toBeNull();
  const accepted = made.filter(({ result }) => result.error === null);
  for (const { result } of made) if (result.error) expect(reasonOf(result)).toBe('VERSION_CHANGED');
  const { nodes } = await threadsOf(service, lab, { ref: file.ref }, lab.token);
  const keys = await keyringFor(service, lab, await versionOf(path), nodes[0]?.keys ?? []);
  const words = await read(lab, file.ref, keys);
  expect(words).toHaveLength(accepted.length);
  expect(words).not.toContain(null);
});
