import { randomUUID } from 'node:crypto';
import {
  InboxDocument,
  MarkInboxReadDocument,
  MuteDocument,
  MutesDocument,
  RequestReviewDocument,
  UnmuteDocument,
} from '@labroom/client/documents';
import { newWallet, signIn } from '@labroom/testing/actors.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { beginThread, edit, reply, threadsOf } from '@labroom/testing/test-comments.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { as, type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { type Author, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { notify } from '#core/notices/notify.ts';
import { notices } from '#platform/db/tables/notices.ts';
import { rateLimitBuckets } from '#platform/db/tables/rate-limits.ts';
import { forgetNotices } from '#worker/forget-notices.ts';
import { addFollow } from '../follows/follow-store.ts';

const MENTIONS = 20;

const service = await openTestService();
const { db } = service.context;
let lab: RegisteredLab;
let file: { ref: string; version: number };
beforeAll(async () => {
  lab = await registeredLab(service);
  const { datasetId } = await uploadFile(service, lab, 'x', { path: 'a.txt' });
  file = { ref: datasetId, version: 1 };
  // Members whom the index knows, beside those of the tests, whom it does not.
  await newMember();
  await indexChain(service.context);
});

/** As if a minute had passed, in which a wallet writes at most 20 comments. */
const passAMinute = () => db.delete(rateLimitBuckets);
beforeEach(passAMinute);

interface SignedIn {
  wallet: string;
  token: string;
}

async function newSignedIn(): Promise<SignedIn> {
  const wallet = newWallet();
  return { wallet: wallet.address.toLowerCase(), token: (await signIn(service, wallet)).token };
}

async function newMember(role: 'VIEWER' | 'CONTRIBUTOR' = 'CONTRIBUTOR'): Promise<Author> {
  const wallet = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: wallet.address, role });
  return as(service, lab, wallet);
}

async function inboxOf({ token }: { token: string }) {
  const { nodes } = await resultOf(
    service,
    InboxDocument,
    { page: 0, perPage: 50, onlyUnread: false },
    token,
  );
  return nodes as { id: string; kind: string; by: string | null; count: number; isRead: boolean }[];
}
const kindsOf = async (reader: { token: string }) =>
  (await inboxOf(reader)).map(({ kind, count }) => [kind, count]);
const mute = ({ token }: { token: string }, input: object) =>
  resultOf(service, MuteDocument, { input }, token);
const mutesOf = async ({ token }: { token: string }) =>
  (await resultOf(service, MutesDocument, {}, token)).nodes;
const at = (...readers: { wallet: string }[]) => readers.map(({ wallet }) => `@${wallet}`).join(' ');

test('400 mentions of wallets that do not know the lab are one notice for each, without words, names or person', async () => {
  const victims = await Promise.all(Array.from({ length: MENTIONS }, newSignedIn));
  const { thread } = await beginThread(service, lab, {}, at(...victims));
  for (let comment = 0; comment < MENTIONS - 2; comment += 1)
    expect((await reply(service, lab, thread.id, `Claim your tokens ${at(...victims)}`)).error).toBeNull();
  const again = { id: randomUUID(), body: at(...victims) };
  await reply(service, lab, thread.id, again);
  await passAMinute();
  // A repeated call and an edit with the same mentions count once.
  await reply(service, lab, thread.id, again);
  await edit(service, lab, { ...again, body: `${again.body} now` });
  for (const victim of victims)
    expect(await inboxOf(victim)).toEqual([
      expect.objectContaining({
        kind: 'MENTIONED_BY_UNKNOWN_LAB',
        ...{ count: MENTIONS, oclId: lab.oclId, by: null, threadId: null, ref: null, path: null },
      }),
    ]);
});

test('a request for a review of wallets that do not know the lab is counted with the mentions', async () => {
  const victim = await newSignedIn();
  const args = { oclId: lab.oclId, ...file, reviewers: [victim.wallet] };
  expect((await resultOf(service, RequestReviewDocument, args, lab.token)).error).toBeNull();
  await beginThread(service, lab, file, at(victim));
  expect(await kindsOf(victim)).toEqual([['MENTIONED_BY_UNKNOWN_LAB', 2]]);
});

test('who knows the lab is reached: members of this moment, followers, and who wrote about the file', async () => {
  const [member, follower, folderFollower] = [await newMember(), await newSignedIn(), await newSignedIn()];
  await addFollow(db, follower.wallet, { kind: 'LAB', oclId: lab.oclId });
  await addFollow(db, folderFollower.wallet, { kind: 'FOLDER', oclId: lab.oclId, path: 'a/' });
  // Wrote about the file, and has no role any more.
  const participant = await newMember('VIEWER');
  await beginThread(service, participant, file, 'A question');
  await revokeRole(lab.owner, lab.oclId, participant.wallet as `0x${string}`);
  const reached = [member, follower, folderFollower, participant];
  await beginThread(service, lab, file, at(...reached));
  for (const { token } of reached)
    expect((await inboxOf({ token })).map(({ kind }) => kind)).toContain('MENTIONED');
  const args = { oclId: lab.oclId, ...file, reviewers: reached.map(({ wallet }) => wallet) };
  await resultOf(service, RequestReviewDocument, args, lab.token);
  for (const { token } of reached)
    expect((await inboxOf({ token })).map(({ kind }) => kind)).toContain('REVIEW_WANTED');
  // Without a word about another subject of the lab, and without a role.
  await beginThread(service, lab, {}, at(participant));
  expect((await inboxOf(participant)).map(({ kind }) => kind)).toContain('MENTIONED_BY_UNKNOWN_LAB');
});

test('a lab, a wallet or a kind that is muted reaches the inbox no more, and nobody else sees that', async () => {
  const [byLab, byWallet, byKind, other] = [
    await newMember(),
    await newMember(),
    await newMember(),
    await newMember(),
  ];
  expect((await mute(byLab, { lab: lab.oclId.toUpperCase().replace('0X', '0x') })).mute).toMatchObject({
    kind: 'LAB',
    oclId: lab.oclId,
  });
  await mute(byWallet, { wallet: lab.wallet });
  await mute(byKind, { noticeKind: 'MENTIONED' });
  const all = [byLab, byWallet, byKind, other];
  const said = await beginThread(service, lab, file, at(...all));
  await beginThread(service, other, file, at(byLab, byWallet, byKind));
  expect(await kindsOf(byLab)).toEqual([]);
  expect(await kindsOf(byWallet)).toEqual([['MENTIONED', 1]]);
  expect(await kindsOf(byKind)).toEqual([]);
  expect(await kindsOf(other)).toEqual([['MENTIONED', 1]]);
  // The author sees the same thread and the same answer.
  expect(said.error).toBeNull();
  const { nodes } = await threadsOf(service, lab, file, lab.token);
  const thread = nodes.find(({ id }: { id: string }) => id === said.thread.id);
  expect(thread.comments[0].body).toBe(at(...all));
  expect(await mutesOf(lab)).toEqual([]);

  const [{ id }] = await mutesOf(byKind);
  expect((await resultOf(service, UnmuteDocument, { id }, other.token)).error).toBeNull();
  expect(await mutesOf(byKind)).toHaveLength(1);
  await resultOf(service, UnmuteDocument, { id }, byKind.token);
  await beginThread(service, lab, file, at(byKind));
  expect(await kindsOf(byKind)).toEqual([['MENTIONED', 1]]);
});

test('a muted lab or wallet, and muted mentions, are not even counted', async () => {
  const targets = [
    { lab: lab.oclId },
    { wallet: lab.wallet },
    { noticeKind: 'MENTIONED' },
    { noticeKind: 'MENTIONED_BY_UNKNOWN_LAB' },
  ];
  const readers = await Promise.all(targets.map(newSignedIn));
  for (const [index, target] of targets.entries()) await mute(readers[index] as SignedIn, target);
  await beginThread(service, lab, {}, at(...readers));
  for (const reader of readers) expect(await kindsOf(reader)).toEqual([]);
});

test('a mute names one thing, and is refused for what the wallet set up itself', async () => {
  const reader = await newSignedIn();
  for (const input of [{}, { lab: lab.oclId, wallet: lab.wallet }, { noticeKind: 'WEBHOOK_DISABLED' }])
    expect((await mute(reader, input)).error.code).toBe('VALIDATION_FAILED');
  expect(reasonOf(await mute(reader, { wallet: '0x12' }))).toBe('INVALID_ADDRESS');
  expect(reasonOf(await mute(reader, { lab: '0x12' }))).toBe('INVALID_OCL_ID');
  const [one, two] = await Promise.all(
    [lab.wallet, lab.wallet.toLowerCase()].map((wallet) => mute(reader, { wallet })),
  );
  expect(one.mute.id).toBe(two.mute.id);
  const muted = { kind: 'WEBHOOK_DISABLED', oclId: lab.oclId, subject: {}, key: randomUUID() } as const;
  await mute(reader, { lab: lab.oclId });
  await db.transaction((tx) => notify(tx, [reader.wallet], muted));
  expect(await kindsOf(reader)).toEqual([['WEBHOOK_DISABLED', 1]]);
});

test('a wallet mutes at most 200', async () => {
  const reader = await newSignedIn();
  await db.$client.query(
    `insert into mutes (owner, kind, target) select $1, 'WALLET', '0x' || n from generate_series(1, 199) n`,
    [reader.wallet],
  );
  const results = await Promise.all(
    Array.from({ length: 4 }, () => mute(reader, { wallet: newWallet().address })),
  );
  expect(results.filter(({ error }) => error === null)).toHaveLength(1);
  expect(new Set(results.filter(({ error }) => error).map(reasonOf))).toEqual(new Set(['TOO_MANY_MUTES']));
});

test('notices of unknown labs push out no other, and the other way around', async () => {
  const { wallet, token } = await newSignedIn();
  const fill = (kind: string, count: number) =>
    db.$client.query(
      `insert into notices (wallet, kind, ocl_id, key) select $1, $2, '0x' || n, $2 || n from generate_series(1, $3::int) n`,
      [wallet, kind, count],
    );
  await fill('COMMENTED', 1_000);
  await fill('MENTIONED_BY_UNKNOWN_LAB', 1_200);
  await forgetNotices({ db });
  expect(await db.$count(notices)).toBeGreaterThanOrEqual(1_100);
  const count = async (kind: string) =>
    (
      await db.$client.query('select count(*)::int n from notices where wallet = $1 and kind = $2', [
        wallet,
        kind,
      ])
    ).rows[0].n;
  expect([await count('COMMENTED'), await count('MENTIONED_BY_UNKNOWN_LAB')]).toEqual([1_000, 100]);
  await fill('REVIEWED', 300);
  await forgetNotices({ db });
  expect([await count('COMMENTED'), await count('MENTIONED_BY_UNKNOWN_LAB')]).toEqual([700, 100]);
  await resultOf(service, MarkInboxReadDocument, { ids: null }, token);
});
