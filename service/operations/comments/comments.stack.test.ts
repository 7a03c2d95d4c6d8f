import { randomUUID } from 'node:crypto';
import {
  CreateThreadDocument,
  DeleteCommentDocument,
  FileReviewsDocument,
  InboxDocument,
  LabActivityDocument,
  RequestReviewDocument,
  ResolveThreadDocument,
  RestoreEntryDocument,
  ReviewFileVersionDocument,
} from '@labroom/client/documents';
import { commentLimits } from '@labroom/protocol/comment';
import { ask, post, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { beginThread, edit, reply, threadsOf } from '@labroom/testing/test-comments.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { type Author, deleteFile, fileAt, trashFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { fileReviews, threads } from '#platform/db/tables/comments.ts';

const service = await openTestService();
const lab = await registeredLab(service);
const [member, other] = [await fundedWallet(), await fundedWallet()];
await grantRole(lab.owner, { oclId: lab.oclId, to: member.address, role: 'VIEWER' });
const viewer = await as(service, lab, member);
const outsider = await as(service, lab, other);
// Wallets write in several tests.
beforeEach(() => service.context.db.execute('truncate rate_limit_buckets'));

async function publicFile(path: string) {
  await uploadFile(service, lab, `content of ${path}`, { path });
  const { did: ref } = await fileAt(service, lab, path);
  return { ref, version: 1 };
}

const remove = (author: Author, id: string) =>
  resultOf(service, DeleteCommentDocument, { oclId: lab.oclId, id }, author.token);
const resolve = (author: Author, id: string, resolved = true) =>
  resultOf(service, ResolveThreadDocument, { oclId: lab.oclId, id, resolved }, author.token);

test('a member begins a discussion, another answers, and everyone reads it', async () => {
  const file = await publicFile('public.csv');
  const anchor = { kind: 'CELLS', start: 7, end: 7, startColumn: 2, endColumn: 3 };
  const begun = await beginThread(service, viewer, file, 'Is row 7 a **duplicate**?', { anchor });
  expect(begun.error).toBeNull();
  const { id } = begun.thread;
  expect((await reply(service, lab, id, `@${viewer.wallet} No.`)).error).toBeNull();
  const { nodes, totalCount, commentCount } = await threadsOf(service, lab, { ref: file.ref });
  expect({ totalCount, commentCount }).toEqual({ totalCount: 1, commentCount: 2 });
  expect(nodes[0]).toMatchObject({ id, anchor, version: 1, canRead: true, resolvedAt: null, keys: [] });
  expect(nodes[0].comments).toMatchObject([
    { author: viewer.wallet.toLowerCase(), body: 'Is row 7 a **duplicate**?', isEncrypted: false },
    { author: lab.wallet.toLowerCase(), body: `@${viewer.wallet} No.` },
  ]);
  const { nodes: entries } = await resultOf(service, LabActivityDocument, {
    oclId: lab.oclId,
    page: 0,
    perPage: 2,
  });
  const told = { action: 'COMMENTED', threadId: id, ref: file.ref, path: 'public.csv', version: 1 };
  expect(entries).toMatchObject([
    { __typename: 'LabEventDiscussion', discussion: { ...told, changeBy: lab.wallet.toLowerCase() } },
    { __typename: 'LabEventDiscussion', discussion: { ...told, changeBy: viewer.wallet.toLowerCase() } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('duplicate');
});

test('the lab itself is discussed apart from its files', async () => {
  const { thread } = await beginThread(service, lab, {}, 'Who writes the protocol?');
  const found = await threadsOf(service, lab);
  expect(found.nodes.map(({ id, ref }: { id: string; ref: null }) => [id, ref])).toContainEqual([
    thread.id,
    null,
  ]);
});

describe('who may write', () => {
  test('a wallet without a role, or without a token, is refused', async () => {
    const file = await publicFile('roles.txt');
    const { thread } = await beginThread(service, viewer, file, 'Mine');
    const [comment] = thread.comments;
    for (const subject of [file, {}])
      expect(reasonOf(await beginThread(service, outsider, subject, 'Spam'))).toBe('UNAUTHORIZED');
    expect(reasonOf(await reply(service, outsider, thread.id, 'Spam'))).toBe('UNAUTHORIZED');
    expect(reasonOf(await resolve(outsider, thread.id))).toBe('UNAUTHORIZED');
    expect(reasonOf(await remove(outsider, comment.id))).toBe('UNAUTHORIZED');
    const nobody = { ...viewer, token: '' };
    expect(reasonOf(await beginThread(service, nobody, file, 'Spam'))).toBe('NO_AUTH');
    expect((await threadsOf(service, lab, file)).commentCount).toBe(1);
  });

  test('an author edits own comments only, and an owner deletes any', async () => {
    const file = await publicFile('own.txt');
    const { thread } = await beginThread(service, viewer, file, 'First words');
    const [{ id }] = thread.comments;
    expect(reasonOf(await edit(service, lab, { id, body: 'Put into the mouth' }))).toBe('COMMENT_NOT_FOUND');
    expect((await edit(service, viewer, { id, body: 'Second words' })).error).toBeNull();
    const [read] = (await threadsOf(service, lab, file)).nodes;
    expect(read.comments).toMatchObject([{ body: 'Second words', editedAt: expect.any(String) }]);
    const { thread: answered } = await reply(service, lab, thread.id, 'An answer');
    expect(answered.commentCount).toBe(2);
    expect((await remove(lab, id)).error).toBeNull();
    const [after] = (await threadsOf(service, lab, file)).nodes;
    expect(after.commentCount).toBe(1);
    expect(after.comments[0]).toMatchObject({ body: null, deletedBy: lab.wallet.toLowerCase() });
    expect(reasonOf(await remove(lab, id))).toBe('COMMENT_NOT_FOUND');
    expect(reasonOf(await edit(service, viewer, { id, body: 'Back' }))).toBe('COMMENT_NOT_FOUND');
    await remove(lab, after.comments[1].id);
    expect((await threadsOf(service, lab, file)).nodes).toEqual([]);
    expect(reasonOf(await reply(service, viewer, thread.id, 'Late'))).toBe('THREAD_NOT_FOUND');
  });

  test('a role that is lost ends the right to write and to edit, not the right to delete', async () => {
    const file = await publicFile('lost.txt');
    const wallet = await fundedWallet();
    await grantRole(lab.owner, { oclId: lab.oclId, to: wallet.address, role: 'CONTRIBUTOR' });
    const former = await as(service, lab, wallet);
    const { thread } = await beginThread(service, former, file, 'While a member');
    await revokeRole(lab.owner, lab.oclId, wallet.address);
    const [{ id }] = thread.comments;
    expect(reasonOf(await reply(service, former, thread.id, 'More'))).toBe('UNAUTHORIZED');
    expect(reasonOf(await edit(service, former, { id, body: 'More' }))).toBe('UNAUTHORIZED');
    expect((await remove(former, id)).error).toBeNull();
  });

  test('a thread of one lab is not found in another', async () => {
    const other = await registeredLab(service);
    const file = await publicFile('elsewhere.txt');
    const { thread } = await beginThread(service, lab, file, 'Here');
    const there: Author = { ...other, oclId: other.oclId };
    expect(reasonOf(await reply(service, there, thread.id, 'There'))).toBe('THREAD_NOT_FOUND');
    const [{ id }] = thread.comments;
    expect(reasonOf(await edit(service, there, { id, body: 'There' }))).toBe('COMMENT_NOT_FOUND');
    const gone = await resultOf(service, DeleteCommentDocument, { oclId: other.oclId, id }, other.token);
    expect(reasonOf(gone)).toBe('COMMENT_NOT_FOUND');
    expect(reasonOf(await beginThread(service, there, file, 'There'))).toBe('FILE_NOT_FOUND');
  });
});

test('twenty repeated calls at once make one discussion; other words under its id are refused', async () => {
  const file = await publicFile('retry.txt');
  const input = { id: randomUUID(), comment: { id: randomUUID(), body: 'Once' } };
  const author = await newMember();
  const results = await Promise.all(
    Array.from({ length: 10 }, () => beginThread(service, author, file, '', input)),
  );
  expect(results.map(({ error }) => error)).toEqual(Array(10).fill(null));
  expect((await threadsOf(service, lab, file)).commentCount).toBe(1);
  const comment = { id: randomUUID(), body: 'Answer' };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => reply(service, author, input.id, comment)),
  );
  expect(answers.map(({ error }) => error)).toEqual(Array(5).fill(null));
  expect((await threadsOf(service, lab, file)).commentCount).toBe(2);
  const otherWords = { ...input, comment: { ...input.comment, body: 'Twice' } };
  expect(reasonOf(await beginThread(service, lab, file, '', otherWords))).toBe('ID_TAKEN');
  expect(reasonOf(await beginThread(service, lab, file, '', input))).toBe('ID_TAKEN');
  expect(reasonOf(await reply(service, lab, input.id, comment))).toBe('ID_TAKEN');
});

async function newMember(): Promise<Author> {
  const wallet = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: wallet.address, role: 'VIEWER' });
  return as(service, lab, wallet);
}

test('a wallet that writes too fast waits, and another does not', async () => {
  const file = await publicFile('fast.txt');
  const author = await newMember();
  const answers = await Promise.all(
    Array.from({ length: 2 * commentLimits.perMinute }, (_, n) => {
      const input = { id: randomUUID(), ...file, comment: { id: randomUUID(), body: `Comment ${n}` } };
      return post(service, CreateThreadDocument, { oclId: lab.oclId, input }, author.token);
    }),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^[1-9]/);
  expect(refused[0]?.body.errors[0].errorInfo.reason).toBe('COMMENT_RATE');
  expect((await threadsOf(service, lab, file)).totalCount).toBe(answers.length - refused.length);
  expect((await beginThread(service, await newMember(), file, 'Mine')).error).toBeNull();
});

test.each([
  ['no words', { comment: { id: randomUUID(), body: ' \n ' } }, 'comment.body'],
  ['too many', { comment: { id: randomUUID(), body: 'x'.repeat(commentLimits.length + 1) } }, 'comment.body'],
  ['an id that is none', { id: '7' }, 'input.id'],
  [
    'an anchor beside a comment with an error',
    { anchor: { kind: 'LINES', start: 1, end: 2 }, comment: { id: '7', body: 'Words' } },
    'comment.id',
  ],
  ['a reversed anchor', { anchor: { kind: 'LINES', start: 9, end: 2 } }, 'input.anchor'],
  [
    'columns of lines',
    { anchor: { kind: 'LINES', start: 1, end: 1, startColumn: 1, endColumn: 1 } },
    'anchor',
  ],
])('%s are refused', async (_, more, argument) => {
  const file = { ref: 'did:odf:none', version: 1 };
  const { error } = await beginThread(service, lab, file, 'Words', more);
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', message: expect.stringContaining(argument) });
});

test('a file has a limited number of discussions, a discussion of comments, and a file of reviews', async () => {
  const file = await publicFile('full.txt');
  const { thread } = await beginThread(service, viewer, file, 'First');
  const { db } = service.context;
  const others = { oclId: lab.oclId, fileDid: file.ref, version: 1, keyVersion: 1, createdBy: viewer.wallet };
  const full = Array.from({ length: commentLimits.threads - 1 }, () => ({ id: randomUUID(), ...others }));
  await db.insert(threads).values(full.map((row) => ({ ...row, commentCount: 1 })));
  const author = await newMember();
  expect(reasonOf(await beginThread(service, author, file, 'One more'))).toBe('TOO_MANY_COMMENTS');
  const isFull = { commentCount: commentLimits.comments };
  await db.update(threads).set(isFull).where(eq(threads.id, thread.id));
  expect(reasonOf(await reply(service, author, thread.id, 'One more'))).toBe('TOO_MANY_COMMENTS');
  const by = Array.from({ length: commentLimits.reviews }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);
  const reviewed = { oclId: lab.oclId, fileDid: file.ref as string, version: 1, state: 'REVIEWED' as const };
  await db.insert(fileReviews).values(by.map((wallet) => ({ ...reviewed, reviewers: [], wallet })));
  const args = { oclId: lab.oclId, ...file };
  const review = await resultOf(service, ReviewFileVersionDocument, args, author.token);
  expect(reasonOf(review)).toBe('TOO_MANY_COMMENTS');
  await deleteFile(service, lab, 'full.txt');
});

test('participants, mentioned wallets and who added the version are notified once that there is a comment', async () => {
  const file = await publicFile('noticed.txt');
  const [author, mentioned] = [await newMember(), await newMember()];
  const noticesOf = async ({ token }: Author) => {
    const all = { page: 0, perPage: 20, onlyUnread: false };
    const { nodes } = await resultOf(service, InboxDocument, all, token);
    return nodes
      .filter(({ ref }: { ref: string }) => ref === file.ref)
      .map(({ kind, by }: { kind: string; by: string }) => [kind, by]);
  };
  const [a, m, o] = [author, mentioned, lab].map(({ wallet }) => wallet.toLowerCase());
  const input = { id: randomUUID(), comment: { id: randomUUID(), body: `@${m} look` } };
  for (let again = 0; again < 2; again += 1) await beginThread(service, author, file, '', input);
  expect(await noticesOf(mentioned)).toEqual([['MENTIONED', a]]);
  expect(await noticesOf(lab)).toEqual([['COMMENTED', a]]);
  await reply(service, lab, input.id, `Thanks @${m}`);
  await edit(service, author, { id: input.comment.id, body: `@${m} @${o} look again` });
  expect(await noticesOf(mentioned)).toEqual([
    ['MENTIONED', o],
    ['MENTIONED', a],
  ]);
  expect(await noticesOf(author)).toEqual([['COMMENTED', o]]);
  expect(await noticesOf(lab)).toEqual([
    ['MENTIONED', a],
    ['COMMENTED', a],
  ]);
  const args = { oclId: lab.oclId, ...file };
  const reviewers = [mentioned.wallet];
  await resultOf(service, RequestReviewDocument, { ...args, reviewers }, author.token);
  await resultOf(service, ReviewFileVersionDocument, args, mentioned.token);
  expect((await noticesOf(mentioned))[0]).toEqual(['REVIEW_WANTED', a]);
  expect((await noticesOf(author))[0]).toEqual(['REVIEWED', m]);
});

test('a discussion is resolved once, and reopened', async () => {
  const file = await publicFile('resolved.txt');
  const { thread } = await beginThread(service, lab, file, 'Done?');
  expect((await resolve(viewer, thread.id)).thread).toMatchObject({
    resolvedBy: viewer.wallet.toLowerCase(),
    resolvedAt: expect.any(String),
  });
  expect((await resolve(lab, thread.id)).thread.resolvedBy).toBe(viewer.wallet.toLowerCase());
  expect((await resolve(lab, thread.id, false)).thread).toMatchObject({ resolvedBy: null, resolvedAt: null });
});

test('a review is wanted and made, of one version', async () => {
  const file = await publicFile('review.txt');
  const args = { oclId: lab.oclId, ...file };
  const wanted = await resultOf(
    service,
    RequestReviewDocument,
    { ...args, reviewers: [viewer.wallet] },
    lab.token,
  );
  expect(wanted.error).toBeNull();
  for (let again = 0; again < 2; again += 1) {
    const made = await resultOf(service, ReviewFileVersionDocument, args, viewer.token);
    expect(made.error).toBeNull();
  }
  const refused = await resultOf(service, ReviewFileVersionDocument, args, outsider.token);
  expect(reasonOf(refused)).toBe('UNAUTHORIZED');
  const none = await resultOf(service, ReviewFileVersionDocument, { ...args, version: 2 }, viewer.token);
  expect(reasonOf(none)).toBe('FILE_NOT_FOUND');
  const found = await resultOf(service, FileReviewsDocument, { oclId: lab.oclId, ref: file.ref });
  expect(found).toMatchObject([
    { version: 1, state: 'REVIEWED', wallet: viewer.wallet.toLowerCase(), reviewers: [] },
    {
      version: 1,
      state: 'WANTED',
      wallet: lab.wallet.toLowerCase(),
      reviewers: [viewer.wallet.toLowerCase()],
    },
  ]);
  const { nodes } = await resultOf(service, LabActivityDocument, { oclId: lab.oclId, page: 0, perPage: 5 });
  const actions = nodes.flatMap((node: { discussion?: { action: string; ref: string } }) =>
    node.discussion && node.discussion.ref === file.ref ? [node.discussion.action] : [],
  );
  expect(actions).toEqual(['REVIEWED', 'REVIEW_WANTED']);
});

test('discussions are in the trash with their file, return with it, and are destroyed with it', async () => {
  const file = await publicFile('trash.txt');
  const word = 'unmistakable-trash-word';
  const { thread } = await beginThread(service, lab, file, word);
  const stored = async () =>
    (await service.context.db.execute(`select 1 from comments where body = '${word}'`)).rows.length;
  const { ids } = await trashFile(service, lab, 'trash.txt');
  expect(reasonOf(await reply(service, lab, thread.id, 'Late'))).toBe('THREAD_NOT_FOUND');
  expect(await ask(service, `{ thread(oclId: "${lab.oclId}", id: "${thread.id}") { id } }`)).toEqual({
    thread: null,
  });
  expect(await stored()).toBe(1);
  const entries = [{ id: ids[0] }];
  await resultOf(service, RestoreEntryDocument, { oclId: lab.oclId, entries }, lab.token);
  expect((await threadsOf(service, lab, file)).commentCount).toBe(1);
  await deleteFile(service, lab, 'trash.txt');
  expect(await stored()).toBe(0);
});
