import {
  ChangeFileVersionAccessDocument,
  EncryptedVersionsDocument,
  RestoreFileVersionDocument,
} from '@labroom/client/documents';
import { newWallet } from '@labroom/testing/actors.ts';
import { ask, reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import {
  accessChange,
  changeAccess,
  decrypt,
  decryptDataKey,
  uploadSecret,
} from '@labroom/testing/test-encryption.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { testStorages } from '@labroom/testing/test-storages.ts';
import {
  type Author,
  deleteFile,
  fileAt,
  sha256,
  trashFile,
  uploadFile,
} from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { brokenInvariants } from '#operator/check/invariants.ts';
import { dataKeys, objectDeletions, uploads } from '#platform/db/tables/files.ts';

const VERSIONS = `query($o: String!, $path: String!) { dataRoomFile(oclId: $o, path: $path) { did accessLevel contentText
  publicVersions versions { version accessLevel contentHash downloadUrl restoredFrom createdAt
  formerAccess { accessLevel until } } } }`;
const USED = 'query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { dataRoom { storageUsed } } }';
const FEED = `query($o: String!) { labActivity(oclId: $o, page: 0, perPage: 50) { nodes { __typename
  ... on LabEventFileUpdated { entry { path version accessLevel previousAccessLevel contentText publicVersions } } } } }`;
const BY_HASH =
  'query($hash: String!) { filesByContentHash(contentHash: $hash) { path version accessLevel matchedBy } }';

describe.each(testStorages)('changeFileVersionAccess on $name, while no worker runs', async ({ open }) => {
  const service = await open();
  const lab = await registeredLab(service);

  const detail = async (path: string) => (await ask(service, VERSIONS, { o: lab.oclId, path })).dataRoomFile;
  const used = async () =>
    Number((await ask(service, USED, { o: lab.oclId })).labWithDataRoomAndFiles.dataRoom.storageUsed);
  const feed = async () => (await ask(service, FEED, { o: lab.oclId })).labActivity;
  const byHash = async (hash: string) => (await ask(service, BY_HASH, { hash })).filesByContentHash;
  const statusesOf = (urls: string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status));
  const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

  test('a removed member gets no key of any version after the renewal, and what it kept opens nothing', async () => {
    const path = 'renewed.txt';
    const removed = await fundedWallet();
    await grantRole(lab.owner, { oclId: lab.oclId, to: removed.address, role: 'VIEWER' });
    const reader = await as(service, lab, removed);
    const { datasetId: ref } = await uploadSecret(service, lab, 'one', { path });
    await uploadSecret(service, lab, 'two', { ref });
    const kept = await Promise.all(
      [1, 2].map((version) => decryptDataKey(service, reader, { ref, version })),
    );
    const before = await detail(path);
    await revokeRole(lab.owner, lab.oclId, removed.address);
    const since = new Date().toISOString();

    const listed = async () =>
      (
        await ask(
          service,
          EncryptedVersionsDocument,
          { oclId: lab.oclId, keyIssuedBefore: since, wallet: removed.address },
          lab.token,
        )
      ).encryptedVersions;
    expect((await listed()).nodes).toMatchObject([
      { path, version: 1, releasedAt: expect.any(String) },
      { path, version: 2, releasedAt: expect.any(String) },
    ]);
    const entries = (await feed()).nodes.length;
    const storage = await used();
    for (const [version, plaintext] of [
      [1, 'one'],
      [2, 'two'],
    ] as const) {
      expect(await changeAccess(service, lab, { path, version, plaintext })).toMatchObject({
        version,
        error: null,
        message: `Version ${version} is ADMIN and has a new key.`,
      });
    }
    expect(await listed()).toMatchObject({ nodes: [], totalCount: 0 });
    // Who can open it did not change, so the feed has nothing to say.
    expect([(await feed()).nodes.length, await used()]).toEqual([entries, storage]);

    const urls = before.versions.map(({ downloadUrl }: { downloadUrl: string }) => downloadUrl);
    expect(await statusesOf(urls)).toEqual([404, 404]);
    expect(
      await service.context.db.select().from(objectDeletions).where(eq(objectDeletions.oclId, lab.oclId)),
    ).toEqual([]);
    const after = await detail(path);
    for (const version of [1, 2]) {
      expect(reasonOf(await decryptDataKey(service, reader, { ref, version }))).toBe(
        'ACCESS_CONDITIONS_NOT_MET',
      );
      const now = after.versions.find((one: { version: number }) => one.version === version);
      const { plaintextDEK, iv } = await decryptDataKey(service, lab, { ref, version });
      const bytes = await bytesAt(now.downloadUrl);
      expect(decrypt(bytes, plaintextDEK, iv)).toBe(version === 1 ? 'one' : 'two');
      const old = kept[version - 1];
      expect(() => decrypt(bytes, old?.plaintextDEK, iv)).toThrow();
      expect(now.formerAccess).toMatchObject([{ accessLevel: 'ADMIN', until: expect.any(String) }]);
      const then = before.versions.find((one: { version: number }) => one.version === version);
      expect(now.createdAt).toBe(then.createdAt);
      // A citation of the former bytes leads to the version.
      expect(await byHash(then.contentHash)).toEqual([
        { path, version, accessLevel: 'ADMIN', matchedBy: 'FORMER_BYTES' },
      ]);
    }
    const [{ boundFileId } = { boundFileId: null }] = await service.context.db
      .select()
      .from(dataKeys)
      .where(eq(dataKeys.boundVersion, 2));
    const keys = await service.context.db
      .select()
      .from(dataKeys)
      .where(eq(dataKeys.boundFileId, String(boundFileId)));
    expect(keys).toHaveLength(2);
  });

  test('a public version becomes secret with its text, and public again', async () => {
    const path = 'published.txt';
    const text = { path, contentText: 'subtilisin', description: 'kept' };
    const { datasetId: ref } = await uploadFile(service, lab, 'content', text);
    const [url] = (await detail(path)).versions.map(
      ({ downloadUrl }: { downloadUrl: string }) => downloadUrl,
    );
    expect(await changeAccess(service, lab, { path, version: 1, plaintext: 'content' })).toMatchObject({
      error: null,
    });
    expect(await statusesOf([url])).toEqual([404]);
    expect(await detail(path)).toMatchObject({
      accessLevel: 'ADMIN',
      contentText: null,
      publicVersions: [],
      versions: [{ accessLevel: 'ADMIN', formerAccess: [{ accessLevel: 'PUBLIC' }] }],
    });
    const { nodes } = await feed();
    expect(nodes[0].entry).toMatchObject({ path, accessLevel: 'ADMIN', previousAccessLevel: 'PUBLIC' });
    expect(JSON.stringify(nodes)).not.toContain('subtilisin');
    expect((await decryptDataKey(service, lab, { ref })).error).toBeNull();
    // The hash of content that is secret now confirms no guess.
    expect(await byHash(`sha256:${sha256('content')}`)).toEqual([]);

    const change = { path, version: 1, plaintext: 'content', accessLevel: 'PUBLIC' } as const;
    expect(await changeAccess(service, lab, change)).toMatchObject({
      contentHash: `sha256:${sha256('content')}`,
      message: 'Version 1 is PUBLIC and has no key.',
    });
    const open = await detail(path);
    expect(open).toMatchObject({ accessLevel: 'PUBLIC', versions: [{ accessLevel: 'PUBLIC' }] });
    expect(open.versions[0].formerAccess.map((one: { accessLevel: string }) => one.accessLevel)).toEqual([
      'PUBLIC',
      'ADMIN',
    ]);
    expect(String(await bytesAt(open.versions[0].downloadUrl))).toBe('content');
    expect(reasonOf(await decryptDataKey(service, lab, { ref }))).toBe('NOT_ENCRYPTED');
    expect(reasonOf(await changeAccess(service, lab, change))).toBe('INVALID_ACCESS_LEVEL');
  });

  test('an earlier public version becomes secret, and the file lists it no longer', async () => {
    const path = 'earlier.txt';
    const { datasetId: ref } = await uploadFile(service, lab, 'one', { path, contentText: 'thermolysin' });
    await uploadSecret(service, lab, 'two', { ref });
    expect((await detail(path)).publicVersions).toEqual([1]);
    expect(await changeAccess(service, lab, { path, version: 1, plaintext: 'one' })).toMatchObject({
      error: null,
      publicVersions: [],
    });
    expect(await detail(path)).toMatchObject({ accessLevel: 'ADMIN', publicVersions: [] });
    const { nodes } = await feed();
    expect(nodes[0].entry).toMatchObject({
      path,
      version: 1,
      accessLevel: 'ADMIN',
      previousAccessLevel: 'PUBLIC',
    });
    expect(JSON.stringify(nodes)).not.toContain('thermolysin');
  });

  test('versions that share their bytes change together, through the trash too', async () => {
    const path = 'shared.txt';
    const { datasetId: ref } = await uploadSecret(service, lab, 'one', { path });
    await uploadSecret(service, lab, 'two', { ref });
    await resultOf(service, RestoreFileVersionDocument, { oclId: lab.oclId, ref, version: 1 }, lab.token);
    const storage = await used();
    expect(
      await changeAccess(service, lab, { path, version: 3, plaintext: 'one', accessLevel: 'HOLDERS' }),
    ).toMatchObject({
      version: 3,
      error: null,
    });
    const shared = async () => {
      const { versions, accessLevel } = await detail(path);
      const [three, two, one] = versions;
      expect(three.contentHash).toBe(one.contentHash);
      expect([accessLevel, three.accessLevel, two.accessLevel, one.accessLevel]).toEqual([
        'HOLDERS',
        'HOLDERS',
        'ADMIN',
        'HOLDERS',
      ]);
      for (const version of [1, 3]) {
        const { plaintextDEK, iv } = await decryptDataKey(service, lab, { ref, version });
        expect(decrypt(await bytesAt(three.downloadUrl), plaintextDEK, iv)).toBe('one');
      }
    };
    await shared();
    expect(await used()).toBe(storage);
    const { ids } = await trashFile(service, lab, path);
    const missing = { oclId: lab.oclId, ref, version: 1, replaces: `sha256:${'0'.repeat(64)}` };
    const gone = {
      ...(await accessChange(service, lab, { path: 'earlier.txt', version: 1, plaintext: 'one' })),
      ...missing,
    };
    expect(reasonOf(await resultOf(service, ChangeFileVersionAccessDocument, gone, lab.token))).toBe(
      'FILE_NOT_FOUND',
    );
    const back =
      'mutation($o: String!, $id: String!) { restoreEntry(oclId: $o, entries: [{ id: $id }]) { error { message } } }';
    expect((await ask(service, back, { o: lab.oclId, id: ids[0] }, lab.token)).restoreEntry.error).toBeNull();
    await shared();
    await deleteFile(service, lab, path);
    expect(await brokenInvariants(service.context.db)).toEqual([]);
  });

  test('other content, another type and wrong hashes are refused, and nothing changes', async () => {
    const path = 'same.txt';
    const { datasetId: ref } = await uploadSecret(service, lab, 'content', { path });
    const open = 'same-public.txt';
    await uploadFile(service, lab, 'content', { path: open });
    const before = [await detail(path), await detail(open)].map(({ versions }) => versions[0].contentHash);
    const refuse = async (args: Parameters<typeof changeAccess>[2], change: Record<string, unknown> = {}) => {
      const given = { ...(await accessChange(service, lab, args)), ...change };
      return reasonOf(await resultOf(service, ChangeFileVersionAccessDocument, given, lab.token));
    };
    const version = 1;
    expect(await refuse({ path, version, plaintext: 'other' })).toBe('CONTENT_DIFFERS');
    expect(await refuse({ path, version, plaintext: 'other', accessLevel: 'PUBLIC' })).toBe(
      'CONTENT_DIFFERS',
    );
    expect(await refuse({ path: open, version, plaintext: 'other' })).toBe('CONTENT_DIFFERS');
    expect(await refuse({ path, version, plaintext: 'content', contentType: 'text/html' })).toBe(
      'CONTENT_DIFFERS',
    );
    const lie = { contentHash: `sha256:${'0'.repeat(64)}` };
    expect(await refuse({ path, version, plaintext: 'content' }, lie)).toBe('CONTENT_DIFFERS');
    expect(await refuse({ path, version, plaintext: 'content' }, { replaces: lie.contentHash })).toBe(
      'VERSION_CHANGED',
    );
    expect(await refuse({ path, version, plaintext: 'content' }, { version: 2 })).toBe('FILE_NOT_FOUND');
    expect([await detail(path), await detail(open)].map(({ versions }) => versions[0].contentHash)).toEqual(
      before,
    );
    expect((await decryptDataKey(service, lab, { ref })).error).toBeNull();
    await service.context.db.delete(uploads).where(eq(uploads.oclId, lab.oclId));
  });

  test('a contributor changes own versions only, and a viewer none', async () => {
    const [contributor, viewer] = [await fundedWallet(), await fundedWallet()];
    await grantRole(lab.owner, { oclId: lab.oclId, to: contributor.address, role: 'CONTRIBUTOR' });
    await grantRole(lab.owner, { oclId: lab.oclId, to: viewer.address, role: 'VIEWER' });
    const theirs: Author = await as(service, lab, contributor);
    await uploadSecret(service, lab, 'of the owner', { path: 'owned.txt' });
    await uploadSecret(service, theirs, 'own', { path: 'own.txt' });
    const foreign = {
      path: 'owned.txt',
      version: 1,
      plaintext: 'of the owner',
      accessLevel: 'PUBLIC',
    } as const;
    expect(refusalOf(await changeAccess(service, theirs, foreign))).toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await fileAt(service, lab, 'owned.txt')).accessLevel).toBe('ADMIN');
    const own = { path: 'own.txt', version: 1, plaintext: 'own' };
    expect(await changeAccess(service, theirs, own)).toMatchObject({ error: null });
    // An owner changes what others added; the version keeps its author.
    expect(await changeAccess(service, lab, own)).toMatchObject({ error: null });
    expect((await fileAt(service, lab, 'own.txt')).versions[0].changeBy).toBe(
      contributor.address.toLowerCase(),
    );
    const seen = await as(service, lab, viewer);
    const given = { ...(await accessChange(service, lab, foreign)), changeBy: viewer.address };
    expect(
      refusalOf(await resultOf(service, ChangeFileVersionAccessDocument, given, seen.token)),
    ).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('of concurrent changes one wins, and its repetition returns the same', async () => {
    const path = 'raced.txt';
    const { datasetId: ref } = await uploadSecret(service, lab, 'content', { path });
    const changes = await Promise.all(
      [0, 1, 2].map(() => accessChange(service, lab, { path, version: 1, plaintext: 'content' })),
    );
    const send = (args: Record<string, unknown>) =>
      resultOf(service, ChangeFileVersionAccessDocument, args, lab.token);
    const results = await Promise.all(changes.map(send));
    const won = results.findIndex(({ error }) => error === null);
    expect(results.map((result) => (result.error ? reasonOf(result) : 'done')).sort()).toEqual([
      'VERSION_CHANGED',
      'VERSION_CHANGED',
      'done',
    ]);
    expect(await send(changes[won] ?? {})).toEqual(results[won]);
    const { plaintextDEK, iv } = await decryptDataKey(service, lab, { ref });
    const [{ downloadUrl }] = (await detail(path)).versions;
    expect(decrypt(await bytesAt(downloadUrl), plaintextDEK, iv)).toBe('content');
    expect(await brokenInvariants(service.context.db)).toEqual([]);
  });

  test('the list of keys is for owners', async () => {
    const outsider = await as(service, lab, newWallet());
    await expect(
      ask(service, EncryptedVersionsDocument, { oclId: lab.oclId }, outsider.token),
    ).rejects.toThrow(/owner/);
  });
});
