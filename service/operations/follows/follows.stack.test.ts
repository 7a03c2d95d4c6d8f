import {
  FollowDocument,
  FollowsDocument,
  InboxDocument,
  MoveEntryDocument,
  RestoreEntryDocument,
  UnfollowDocument,
} from '@labroom/client/documents';
import { signIn } from '@labroom/testing/actors.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { ask, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService, type TestService } from '@labroom/testing/test-service.ts';
import { announce, deleteFile, fileAt, trashFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { numberEvents } from '../activity/number-events.ts';
import { tellFollowers } from './tell-followers.ts';

const service = await openTestService();
const lab = await registeredLab(service);

interface SignedIn {
  wallet: string;
  token: string;
}
async function newSignedIn(): Promise<SignedIn> {
  const wallet = await fundedWallet();
  return { wallet: wallet.address.toLowerCase(), token: (await signIn(service, wallet)).token };
}
let ada: SignedIn;
beforeEach(async () => {
  ada = await newSignedIn();
});

const follow = (input: object, { token }: SignedIn = ada) =>
  resultOf(service, FollowDocument, { input }, token);
async function tell(): Promise<void> {
  while ((await numberEvents(service.context)).more);
  while ((await tellFollowers(service.context)).more);
}

/** Path and number of events of each notice, the oldest first. */
async function told({ token }: SignedIn = ada): Promise<string[]> {
  await tell();
  const variables = { page: 0, perPage: 100, onlyUnread: false };
  const { nodes } = await resultOf(service, InboxDocument, variables, token);
  return nodes
    .toReversed()
    .map(
      ({
        event,
        path,
        count,
      }: {
        event: { activity: { __typename: string } | null; onChain: { eventName: string } | null };
        path: string;
        count: number;
      }) => [event.activity?.__typename ?? event.onChain?.eventName, path, count].join(' '),
    );
}
const upload = (path: string, more: object = {}) => uploadFile(service, lab, 'bytes', { path, ...more });
const move = (from: string, to: string) =>
  ask(service, MoveEntryDocument, { oclId: lab.oclId, moves: [{ from, to }] }, lab.token);

test('a wallet follows each thing once, lists what it follows, and ends it', async () => {
  const { did } = await uploadAndFind('once/a.txt');
  const inputs = [
    { lab: lab.oclId },
    { folder: { oclId: lab.oclId, path: 'once' } },
    { file: did },
    { search: { prompt: 'soil moisture', filters: { byKinds: ['FILE'] } } },
  ];
  for (const input of [...inputs, ...inputs]) expect((await follow(input)).error).toBeNull();
  await Promise.all(Array.from({ length: 5 }, () => follow({ folder: { oclId: lab.oclId, path: 'once/' } })));
  const { nodes } = await resultOf(service, FollowsDocument, {}, ada.token);
  expect(nodes).toMatchObject([
    { kind: 'SEARCH', prompt: 'soil moisture', filters: { byKinds: ['FILE'], byTags: null }, lab: null },
    { kind: 'FILE', ref: did, path: 'once/a.txt', lab: { shortname: lab.shortname } },
    { kind: 'FOLDER', path: 'once/' },
    { kind: 'LAB', oclId: lab.oclId },
  ]);
  const other = await newSignedIn();
  for (const { id } of nodes) await resultOf(service, UnfollowDocument, { id }, other.token);
  expect((await resultOf(service, FollowsDocument, {}, ada.token)).nodes).toHaveLength(4);
  for (const { id } of nodes) await resultOf(service, UnfollowDocument, { id }, ada.token);
  expect((await resultOf(service, FollowsDocument, {}, ada.token)).nodes).toEqual([]);
});

async function uploadAndFind(path: string) {
  await upload(path);
  return fileAt(service, lab, path);
}

test('what cannot be followed is refused, and so is too much', async () => {
  expect(reasonOf(await follow({ file: 'did:odf:none' }))).toBe('FILE_NOT_FOUND');
  for (const input of [{}, { lab: lab.oclId, file: 'did:odf:none' }, { search: { prompt: ' - ' } }])
    expect((await follow(input)).error.code).toBe('VALIDATION_FAILED');
  const results = await Promise.all(
    Array.from({ length: 25 }, (_, at) => follow({ search: { prompt: `word${at}` } })),
  );
  const refused = results.filter(({ error }) => error);
  expect(refused.map(reasonOf)).toEqual(Array(5).fill('TOO_MANY_FOLLOWS'));
});

test('followers are told of what happens later, once, and not of what they did', async () => {
  await upload('before.txt');
  await tell();
  await follow({ lab: lab.oclId });
  await follow({ lab: lab.oclId }, { wallet: lab.wallet, token: lab.token });
  await upload('after.txt');
  await announce(service, lab);
  await deleteFile(service, lab, 'after.txt');
  expect(await told()).toEqual([
    'LabEventFileAdded after.txt 1',
    'LabEventAnnouncement  1',
    'LabEventFileRemoved after.txt 1',
  ]);
  expect(await told({ wallet: lab.wallet, token: lab.token })).toEqual([]);
});

test('many events of one kind are one notice, which is unread again after another', async () => {
  await follow({ lab: lab.oclId });
  for (let at = 0; at < 3; at += 1) await upload(`many/${at}.txt`);
  expect(await told()).toEqual(['LabEventFileAdded many/2.txt 3']);
  await resultOf(service, 'mutation { markInboxRead { markedCount } }', {}, ada.token);
  await upload('many/3.txt');
  await tell();
  const { nodes, unreadCount } = await resultOf(
    service,
    InboxDocument,
    { page: 0, perPage: 5, onlyUnread: false },
    ada.token,
  );
  expect(nodes).toMatchObject([{ count: 4, path: 'many/3.txt', isRead: false }]);
  expect(unreadCount).toBe(1);
});

test('a file and a folder stay followed when they are moved, trashed and restored', async () => {
  await upload('plan/a.txt');
  const { did } = await fileAt(service, lab, 'plan/a.txt');
  await follow({ file: did });
  const ben = await newSignedIn();
  await follow({ folder: { oclId: lab.oclId, path: 'plan' } }, ben);
  await tell();
  await move('plan', 'archive/plan');
  await upload('plan/other.txt');
  await upload('archive/plan/b.txt');
  await uploadFile(service, lab, 'more bytes', { ref: did });
  expect(await told()).toEqual([
    'LabEventEntriesMoved archive/plan/ 1',
    'LabEventFileUpdated archive/plan/a.txt 1',
  ]);
  expect(await told(ben)).toEqual([
    'LabEventEntriesMoved archive/plan/ 1',
    'LabEventFileAdded archive/plan/b.txt 1',
    'LabEventFileUpdated archive/plan/a.txt 1',
  ]);
  const { nodes } = await resultOf(service, FollowsDocument, {}, ben.token);
  expect(nodes).toMatchObject([{ path: 'archive/plan/' }]);

  const [id] = (await trashFile(service, lab, 'archive/plan')).ids;
  expect((await told()).at(-1)).toBe('LabEventEntriesTrashed archive/plan/ 1');
  const entries = [{ id, to: 'back' }];
  await ask(service, RestoreEntryDocument, { oclId: lab.oclId, entries }, lab.token);
  expect((await told()).at(-1)).toBe('LabEventEntriesRestored back/ 1');
  expect((await told(ben)).at(-1)).toBe('LabEventEntriesRestored back/ 1');
  expect((await resultOf(service, FollowsDocument, {}, ben.token)).nodes).toMatchObject([{ path: 'back/' }]);
});

describe('a search', () => {
  test('is told of new and changed documents that have its words, phrases and filters', async () => {
    const follows = {
      words: { prompt: 'Échantillons lipases' },
      phrase: { prompt: '"lipase assay"' },
      tagged: { prompt: 'lipase', filters: { byTags: ['Round-3'] } },
      otherLab: { prompt: 'lipase', filters: { byOclIds: [(await registeredLab(service)).oclId] } },
      announcements: { prompt: 'lipase', filters: { byKinds: ['ANNOUNCEMENT'] } },
    };
    const readers = new Map<string, SignedIn>();
    for (const [name, search] of Object.entries(follows)) {
      const reader = await newSignedIn();
      expect((await follow({ search }, reader)).error).toBeNull();
      readers.set(name, reader);
    }
    await upload('lipase/echantillon.csv');
    await upload('s/1.csv', { description: 'The lipase assay', tags: ['round-3'] });
    await upload('s/2.csv', { description: 'An assay of lipase' });
    await announce(service, lab, { headline: 'Lipase round 3' });
    const found = async (name: string) => told(readers.get(name));
    expect(await found('words')).toEqual(['LabEventFileAdded lipase/echantillon.csv 1']);
    expect(await found('phrase')).toEqual(['LabEventFileAdded s/1.csv 1']);
    expect(await found('tagged')).toEqual(['LabEventFileAdded s/1.csv 1']);
    expect(await found('otherLab')).toEqual([]);
    expect(await found('announcements')).toEqual(['LabEventAnnouncement  1']);
  });

  test('does not find the words of an encrypted or deleted file', async () => {
    await follow({ search: { prompt: 'xylanase' } });
    await upload('gone.txt', { description: 'xylanase' });
    await deleteFile(service, lab, 'gone.txt');
    expect(await told()).toEqual([]);
  });
});

test('followers of a lab are told of roles on the chain, not of every transfer of tokens', async () => {
  await indexChain(service.context);
  await tell();
  await follow({ lab: lab.oclId });
  const member = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: member.address, role: 'VIEWER' });
  await indexChain(service.context);
  expect(await told()).toEqual(['RoleGranted  1']);
});

test('a job that dies after any statement neither loses nor repeats a notice', async () => {
  await follow({ lab: lab.oclId });
  await upload('killed.txt');
  while ((await numberEvents(service.context)).more);
  const failing = { db: failingAfterNotices(service) };
  await expect(tellFollowers(failing)).rejects.toThrow('killed');
  expect(await told()).toEqual(['LabEventFileAdded killed.txt 1']);
  await Promise.all(Array.from({ length: 4 }, () => tellFollowers(service.context)));
  expect(await told()).toEqual(['LabEventFileAdded killed.txt 1']);
});

/** A database whose transactions fail before they commit. */
function failingAfterNotices({ context: { db } }: TestService): TestService['context']['db'] {
  const transaction: typeof db.transaction = (work) =>
    db.transaction(async (tx) => {
      await work(tx);
      throw new Error('killed');
    });
  return Object.assign(Object.create(db), { transaction });
}
