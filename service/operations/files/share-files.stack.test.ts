import {
  ChangeFileVersionAccessDocument,
  RestoreFileVersionDocument,
  ShareFilesDocument,
} from '@labroom/client/documents';
import { networks } from '@labroom/contracts/networks';
import { orOnList } from '@labroom/protocol/access-list';
import { conditionForList } from '@labroom/protocol/conditions';
import { filesSubject } from '@labroom/protocol/files-subject';
import { listExpiredReader, listReader, unlistReader } from '@labroom/testing/test-access-list.ts';
import { ask, reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import {
  accessChange,
  changeAccess,
  decrypt,
  decryptDataKey,
  teamConditions,
  uploadSecret,
} from '@labroom/testing/test-encryption.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { type Author, fileAt, sha256, trashFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { describe, expect, test } from 'vitest';

const service = await openTestService();
const lab = await registeredLab(service);
const { name, contracts } = networks[31337];
const team = teamConditions(lab.oclId);

const CONDITIONS = `query($o: String!, $path: String!) { dataRoomFile(oclId: $o, path: $path) { did contentHash updatedAt
  versions { version contentHash encryptionMetadata { accessControlConditions contentHash canRead } } } }`;
const FEED = `query($o: String!) { labActivity(oclId: $o, page: 0, perPage: 50) { nodes { __typename
  ... on LabEventFileUpdated { entry { path version accessLevel previousAccessLevel sharedVersions description changeBy } } } } }`;
const GROUPS = `query($o: String!) { activityGroups(oclId: $o, perPage: 50) { nodes { entries(perPage: 50) {
  ... on LabEventFileAdded { entry { sharedVersions } } ... on LabEventFileUpdated { entry { sharedVersions } } } } } }`;
const BY_HASH =
  'query($hash: String!, $o: String) { filesByContentHash(contentHash: $hash, oclId: $o) { path } }';

interface Read {
  version: number;
  contentHash: string;
  encryptionMetadata: { accessControlConditions: string; contentHash: string | null; canRead: boolean };
}

const read = async (path: string, as: Pick<Author, 'oclId' | 'token'> = lab) =>
  (await ask(service, CONDITIONS, { o: as.oclId, path }, as.token)).dataRoomFile as {
    did: string;
    updatedAt: string;
    versions: Read[];
  };
const conditionsAt = async (path: string) =>
  (await read(path)).versions.map(({ encryptionMetadata }) => encryptionMetadata.accessControlConditions);
const feed = async () => (await ask(service, FEED, { o: lab.oclId })).labActivity.nodes;
const widened = (ref: string | string[], base = team) => {
  const list = { name, list: String(contracts.accessList) };
  return orOnList(base, conditionForList(lab.oclId, list, filesSubject([ref].flat())));
};

/** What `shareFiles` takes: the newest version of a file, or these, as they are now. */
async function sharing(path: string, versions?: number[]) {
  const file = await read(path);
  const named = file.versions.filter(({ version }, at) => versions?.includes(version) ?? at === 0);
  const shared = {
    ref: file.did,
    versions: named.map(({ version, contentHash }) => ({ version, contentHash })),
  };
  return { oclId: lab.oclId, files: [shared] };
}
const send = (args: object, author: Author = lab) =>
  resultOf(service, ShareFilesDocument, args, author.token);
const share = async (path: string, versions?: number[], author?: Author) =>
  send(await sharing(path, versions), author);

async function secret(path: string, plaintext = path, author: Author = lab) {
  const { datasetId } = await uploadSecret(service, author, plaintext, { path });
  return datasetId as string;
}

async function member(role: 'VIEWER' | 'CONTRIBUTOR') {
  const wallet = await fundedWallet();
  await grantRole(lab.owner, { oclId: lab.oclId, to: wallet.address, role });
  return { wallet, author: await as(service, lab, wallet) };
}

/** A wallet without a role. */
async function outsider() {
  const wallet = await fundedWallet();
  return { wallet, author: await as(service, lab, wallet) };
}

const listing = (ref: string, { address: reader }: TestWallet) => ({ oclId: lab.oclId, ref, reader });

describe('a reader on the list of a file', () => {
  test('opens the version that is shared, and no other version or file', async () => {
    const path = 'shared/results.csv';
    const ref = await secret(path, 'one');
    const other = await secret('shared/other.csv');
    const { wallet, author } = await outsider();
    await listReader(lab.owner, listing(ref, wallet));
    expect(reasonOf(await decryptDataKey(service, author, { ref }))).toBe('ACCESS_CONDITIONS_NOT_MET');

    expect(await share(path)).toEqual({
      subject: filesSubject([ref]),
      files: [{ ref, versions: [1] }],
      message: 'The list of this file opens version 1.',
      error: null,
    });
    expect(await conditionsAt(path)).toEqual([widened(ref)]);
    const key = await decryptDataKey(service, author, { ref });
    const bytes = Buffer.from(await (await fetch(key.downloadUrl)).arrayBuffer());
    expect(decrypt(bytes, key.plaintextDEK, key.iv)).toBe('one');
    const [seen] = (await read(path, author)).versions;
    expect(seen?.encryptionMetadata).toMatchObject({ canRead: true, contentHash: `sha256-${sha256('one')}` });

    await uploadSecret(service, lab, 'two', { ref });
    for (const closed of [{ ref }, { ref, version: 2 }, { ref: other }])
      expect(reasonOf(await decryptDataKey(service, author, closed))).toBe('ACCESS_CONDITIONS_NOT_MET');
    const [two, one] = (await read(path, author)).versions;
    expect([two, one].map((version) => version?.encryptionMetadata.canRead)).toEqual([false, true]);
    // Everybody who opened it before still does.
    expect((await decryptDataKey(service, lab, { ref, version: 1 })).plaintextDEK).toBe(key.plaintextDEK);
  });

  test('gets no key from the block on in which it is taken off, nor after its expiry', async () => {
    const ref = await secret('shared/ending.csv');
    await share('shared/ending.csv');
    const [taken, expired] = [await outsider(), await outsider()];
    await listReader(lab.owner, listing(ref, taken.wallet));
    expect((await decryptDataKey(service, taken.author, { ref })).error).toBeNull();
    await unlistReader(lab.owner, listing(ref, taken.wallet));
    await listExpiredReader(lab.owner, listing(ref, expired.wallet));
    for (const { author } of [taken, expired]) {
      expect(refusalOf(await decryptDataKey(service, author, { ref }))).toMatchObject({
        reason: 'ACCESS_CONDITIONS_NOT_MET',
        predicates: [
          { functionName: 'hasRole', met: false },
          { functionName: 'isListed', met: false, actual: 'false' },
        ],
      });
      const [seen] = (await read('shared/ending.csv', author)).versions;
      expect(seen?.encryptionMetadata).toMatchObject({ canRead: false, contentHash: null });
    }
  });

  test('who was listed by a contributor is off the list with the role of that contributor', async () => {
    const ref = await secret('shared/by-contributor.csv');
    await share('shared/by-contributor.csv');
    const [contributor, reader] = [await member('CONTRIBUTOR'), await outsider()];
    await listReader(contributor.wallet, listing(ref, reader.wallet));
    expect((await decryptDataKey(service, reader.author, { ref })).error).toBeNull();
    await revokeRole(lab.owner, lab.oclId, contributor.wallet.address);
    expect(reasonOf(await decryptDataKey(service, reader.author, { ref }))).toBe('ACCESS_CONDITIONS_NOT_MET');
  });
});

describe('sharing', () => {
  test('keeps what stands before the list, and is not done twice', async () => {
    const path = 'kept/spaced.txt';
    // Another chain name, other spaces: what an earlier program wrote stays as it is.
    const base = JSON.stringify(JSON.parse(team), null, 2);
    await uploadSecret(service, lab, 'spaced', { path }, base);
    const ref = (await read(path)).did;
    const args = await sharing(path);
    const first = await send(args);
    expect(first.error).toBeNull();
    const entries = await feed();
    const after = await read(path);
    expect(await send(args)).toEqual(first);
    expect(await share(path)).toEqual(first);
    expect(await conditionsAt(path)).toEqual([widened(ref, base)]);
    expect(await feed()).toEqual(entries);
    expect(await read(path)).toEqual(after);
  });

  test('is in the feed, in a group of its own', async () => {
    const path = 'feed/shared.txt';
    const ref = await secret(path);
    await uploadSecret(service, lab, 'two', { ref, description: 'about two' });
    expect(await share(path, [1, 2])).toMatchObject({
      files: [{ ref, versions: [2, 1] }],
      message: 'The list of this file opens the versions 1, 2.',
    });
    expect((await feed())[0]).toEqual({
      __typename: 'LabEventFileUpdated',
      entry: {
        path,
        version: 2,
        accessLevel: 'ADMIN',
        previousAccessLevel: null,
        sharedVersions: [1, 2],
        description: null,
        changeBy: lab.wallet.toLowerCase(),
      },
    });
    expect((await feed())[1].entry.sharedVersions).toEqual([]);
    const { nodes } = (await ask(service, GROUPS, { o: lab.oclId })).activityGroups;
    const kinds = nodes.map(({ entries }: { entries: { entry: { sharedVersions: number[] } }[] }) => [
      ...new Set(entries.map(({ entry }) => entry.sharedVersions.length > 0)),
    ]);
    expect(kinds).toContainEqual([true]);
    expect(kinds.every((kind: boolean[]) => kind.length === 1)).toBe(true);
  });

  test('opens versions with the same bytes together', async () => {
    const path = 'restored/shared.txt';
    const ref = await secret(path, 'one');
    await uploadSecret(service, lab, 'two', { ref });
    await resultOf(service, RestoreFileVersionDocument, { oclId: lab.oclId, ref, version: 1 }, lab.token);
    expect((await share(path)).files).toEqual([{ ref, versions: [3, 1] }]);
    expect(await conditionsAt(path)).toEqual([widened(ref), team, widened(ref)]);
    const { wallet, author } = await outsider();
    await listReader(lab.owner, listing(ref, wallet));
    const keys = await Promise.all(
      [1, 3].map((version) => decryptDataKey(service, author, { ref, version })),
    );
    expect(keys[0].plaintextDEK).toBe(keys[1].plaintextDEK);
    expect(reasonOf(await decryptDataKey(service, author, { ref, version: 2 }))).toBe(
      'ACCESS_CONDITIONS_NOT_MET',
    );
  });

  test('leaves lookups by plaintext to those who could open the file before', async () => {
    const own = await registeredLab(service);
    const reader = await outsider();
    const viewer = await fundedWallet();
    await grantRole(own.owner, { oclId: own.oclId, to: viewer.address, role: 'VIEWER' });
    const paths = Array.from({ length: 18 }, (_, at) => `found/${at}.txt`);
    for (const path of paths) {
      await uploadSecret(service, own, path, { path });
      const { did: ref, versions } = await read(path, own);
      const named = versions.map(({ version, contentHash }) => ({ version, contentHash }));
      await send({ oclId: own.oclId, files: [{ ref, versions: named }] }, own);
      await listReader(own.owner, { oclId: own.oclId, ref, reader: reader.wallet.address });
    }
    const found = async (author: Author, path: string) => {
      const asked = { hash: `sha256-${sha256(path)}`, o: own.oclId };
      return (await ask(service, BY_HASH, asked, author.token)).filesByContentHash;
    };
    const asViewer = await as(service, own, viewer);
    for (const path of [paths[0] ?? '', paths.at(-1) ?? '']) {
      expect(await found(asViewer, path)).toEqual([{ path }]);
      expect(await found({ ...reader.author, oclId: own.oclId }, path)).toEqual([]);
    }
    // What stands before the lists is evaluated once for all files of a page.
    const ALL = `query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { dataRoom { files { encryptionMetadata { canRead } } } } }`;
    for (const proof of [asViewer.token, reader.author.token]) {
      const { files } = (await ask(service, ALL, { o: own.oclId }, proof)).labWithDataRoomAndFiles.dataRoom;
      expect(files).toEqual(paths.map(() => ({ encryptionMetadata: { canRead: true } })));
    }
  });
});

describe('files that are shared together', () => {
  test('open by one entry of the list, and no other file does: not one that is added to the folder later', async () => {
    const refs = [await secret('folder/one.txt'), await secret('folder/two.txt')];
    const [one, two] = [await sharing('folder/one.txt'), await sharing('folder/two.txt')];
    const files = [...two.files, ...one.files];
    const result = await send({ oclId: lab.oclId, files });
    expect(result).toEqual({
      subject: filesSubject(refs),
      files: files.map(({ ref }) => ({ ref, versions: [1] })),
      message: 'The list of these files opens 2 files.',
      error: null,
    });
    expect(await conditionsAt('folder/one.txt')).toEqual([widened(refs)]);
    const later = await secret('folder/later.txt');
    const { wallet, author } = await outsider();
    await listReader(lab.owner, { oclId: lab.oclId, ref: refs, reader: wallet.address });
    for (const ref of refs) expect((await decryptDataKey(service, author, { ref })).error).toBeNull();
    expect(reasonOf(await decryptDataKey(service, author, { ref: later }))).toBe('ACCESS_CONDITIONS_NOT_MET');

    // More files are another list, on which the reader is not.
    const all = [...files, ...(await sharing('folder/later.txt')).files];
    expect((await send({ oclId: lab.oclId, files: all })).error).toBeNull();
    expect(reasonOf(await decryptDataKey(service, author, { ref: later }))).toBe('ACCESS_CONDITIONS_NOT_MET');
    expect(await conditionsAt('folder/one.txt')).toEqual([widened([...refs, later], widened(refs))]);
    const named = { oclId: lab.oclId, files: [...one.files, ...one.files] };
    expect(refusalOf(await send(named))).toMatchObject({ code: 'VALIDATION_FAILED', argument: 'files' });
  });
});

describe('nobody shares', () => {
  test('a file of another lab, a file in the trash, or a version that is not there', async () => {
    const path = 'refused/where.txt';
    const ref = await secret(path);
    const args = await sharing(path);
    const other = await registeredLab(service);
    expect(reasonOf(await send({ ...args, oclId: other.oclId }, other))).toBe('FILE_NOT_FOUND');
    expect(refusalOf(await send(args, other))).toMatchObject({ code: 'UNAUTHORIZED' });
    const [shared] = args.files;
    const later = shared?.versions.map((version) => ({ ...version, version: 2 })) ?? [];
    expect(reasonOf(await send({ ...args, files: [{ ref, versions: later }] }))).toBe('FILE_NOT_FOUND');
    await trashFile(service, lab, path);
    expect(reasonOf(await send(args))).toBe('FILE_NOT_FOUND');
  });

  test('without being allowed to change its access', async () => {
    const path = 'refused/who.txt';
    await secret(path);
    const [viewer, contributor, removed, other] = [
      await member('VIEWER'),
      await member('CONTRIBUTOR'),
      await member('CONTRIBUTOR'),
      await outsider(),
    ];
    await secret('refused/own.txt', 'own', contributor.author);
    await secret('refused/of-removed.txt', 'own', removed.author);
    await revokeRole(lab.owner, lab.oclId, removed.wallet.address);
    for (const { author } of [viewer, contributor, removed, other])
      expect(refusalOf(await share(path, undefined, author))).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(refusalOf(await share('refused/of-removed.txt', undefined, removed.author))).toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await conditionsAt(path)).toEqual([team]);
    expect(await conditionsAt('refused/of-removed.txt')).toEqual([team]);
    expect((await share('refused/own.txt', undefined, contributor.author)).error).toBeNull();
    expect((await share('refused/of-removed.txt')).error).toBeNull();
  });

  test('of several versions one alone, when another one is refused', async () => {
    const path = 'refused/some.txt';
    const contributor = await member('CONTRIBUTOR');
    const ref = await secret(path, 'one', contributor.author);
    await uploadSecret(service, lab, 'two', { ref });
    const args = await sharing(path, [1, 2]);
    expect(refusalOf(await send(args, contributor.author))).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await conditionsAt(path)).toEqual([team, team]);
    expect((await share(path, [1], contributor.author)).files).toEqual([{ ref, versions: [1] }]);
  });

  test('a public version', async () => {
    const { datasetId: ref } = await uploadFile(service, lab, 'public', { path: 'refused/public.txt' });
    const versions = [{ version: 1, contentHash: `sha256:${sha256('public')}` }];
    const path = 'refused/with-public.txt';
    await secret(path);
    const own = await sharing(path);
    const files = [...own.files, { ref, versions }];
    expect(reasonOf(await send({ oclId: lab.oclId, files }))).toBe('NOT_ENCRYPTED');
    expect(await conditionsAt(path)).toEqual([team]);
  });

  test('a version whose conditions have no room', async () => {
    const path = 'refused/full.txt';
    const [condition] = JSON.parse(team);
    const full = JSON.stringify(
      Array.from({ length: 31 }, (_, at) => (at % 2 === 0 ? condition : { operator: 'or' })),
    );
    await uploadSecret(service, lab, 'full', { path }, full);
    expect(refusalOf(await share(path))).toMatchObject({ reason: 'INVALID_CONDITIONS', rule: 'COUNT' });
    expect(await conditionsAt(path)).toEqual([full]);
  });
});

describe('a change of access', () => {
  test('ends the sharing with a new key, and a call from before opens nothing again', async () => {
    const path = 'narrowed/one.txt';
    const ref = await secret(path, 'content');
    const args = await sharing(path);
    await send(args);
    const { wallet, author } = await outsider();
    await listReader(lab.owner, listing(ref, wallet));
    const kept = await decryptDataKey(service, author, { ref });
    expect(await changeAccess(service, lab, { path, version: 1, plaintext: 'content' })).toMatchObject({
      error: null,
    });
    expect(await conditionsAt(path)).toEqual([team]);
    expect(reasonOf(await send(args))).toBe('VERSION_CHANGED');
    expect(reasonOf(await decryptDataKey(service, author, { ref }))).toBe('ACCESS_CONDITIONS_NOT_MET');
    expect((await fetch(kept.downloadUrl)).status).toBe(404);
    const renewed = await decryptDataKey(service, lab, { ref });
    expect(renewed.plaintextDEK).not.toBe(kept.plaintextDEK);
    // Shared again, it opens again: the list is as it was.
    expect((await share(path)).error).toBeNull();
    expect((await decryptDataKey(service, author, { ref })).plaintextDEK).toBe(renewed.plaintextDEK);
  });

  test('wins over calls that share at the same time', async () => {
    const path = 'narrowed/raced.txt';
    const ref = await secret(path, 'content');
    const args = await sharing(path);
    const change = { path, version: 1, plaintext: 'content' };
    const given = await accessChange(service, lab, change);
    const before = (await feed()).length;
    const [narrowed, ...shared] = await Promise.all([
      resultOf(service, ChangeFileVersionAccessDocument, given, lab.token),
      ...Array.from({ length: 4 }, () => send(args)),
    ]);
    expect(narrowed.error).toBeNull();
    for (const result of shared) if (result.error) expect(reasonOf(result)).toBe('VERSION_CHANGED');
    expect(await conditionsAt(path)).toEqual([team]);
    expect((await feed()).length - before).toBeLessThanOrEqual(1);
    const { wallet, author } = await outsider();
    await listReader(lab.owner, listing(ref, wallet));
    expect(reasonOf(await decryptDataKey(service, author, { ref }))).toBe('ACCESS_CONDITIONS_NOT_MET');
  });

  test('may keep the list: conditions of a client that end with it are shared too', async () => {
    const path = 'narrowed/kept.txt';
    const ref = await secret(path, 'content');
    await changeAccess(service, lab, { path, version: 1, plaintext: 'content', conditions: widened(ref) });
    const entries = (await feed()).length;
    expect((await share(path)).error).toBeNull();
    expect(await conditionsAt(path)).toEqual([widened(ref)]);
    expect((await feed()).length).toBe(entries);
  });
});

test('an installation whose contracts have no access list says so', async () => {
  const { accessList: _, ...without } = contracts;
  const other = await openTestService({
    config: (config) => ({ ...config, chain: { ...config.chain, contracts: without } }),
  });
  const own = await registeredLab(other);
  await uploadSecret(other, own, 'secret', { path: 'a.txt' });
  const { did: ref, contentHash } = await fileAt(other, own, 'a.txt');
  const args = { oclId: own.oclId, files: [{ ref, versions: [{ version: 1, contentHash }] }] };
  expect(refusalOf(await resultOf(other, ShareFilesDocument, args, own.token))).toMatchObject({
    code: 'FAILED_PRECONDITION',
    reason: 'NO_ACCESS_LIST',
  });
});
