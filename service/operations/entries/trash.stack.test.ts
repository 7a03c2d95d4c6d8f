import {
  CreateFolderDocument,
  EmptyFoldersDocument,
  EmptyTrashDocument,
  MoveEntryDocument,
  RestoreEntryDocument,
  TrashDocument,
} from '@labroom/client/documents';
import { ask, reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { decryptDataKey, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { testStorages } from '@labroom/testing/test-storages.ts';
import {
  type Author,
  fileAt,
  finish,
  initiate,
  put,
  sent,
  sha256,
  trashedFile,
  trashFile,
  uploadFile,
} from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { BACKUP_LEASE } from '#core/files/remove-objects-now.ts';
import { takeLease } from '#platform/db/lease.ts';
import { objectDeletions, trashEntries, uploads } from '#platform/db/tables/files.ts';
import { expireTrash } from './empty-trash.ts';
import { moveTrashedObjects } from './trash-objects.ts';

const log = pino({ enabled: false });
const ROOM = `query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { fileCount dataRoom { storageUsed
  files { path } folders { name } } } }`;
const FEED = `query($o: String!) { labActivity(oclId: $o, page: 0, perPage: 3) { nodes { __typename
  ... on LabEventEntriesTrashed { change { entries { from to fileCount } fileCount } }
  ... on LabEventEntriesRestored { change { entries { from to fileCount } fileCount } }
  ... on LabEventEntriesRemoved { change { entries { from to fileCount } fileCount } }
  ... on LabEventFileAdded { entry { path description tags contentText } } } } }`;
const SEARCH = 'query($p: String!) { searchLabs(prompt: $p) { totalCount } }';
const HASH = 'query($h: String!) { filesByContentHash(contentHash: $h) { path } }';

describe.each(testStorages)('the trash on $name, while no worker runs', async ({ open }) => {
  const service = await open();

  const restore = (lab: Author, ...entries: { id: string; to?: string }[]) =>
    resultOf(service, RestoreEntryDocument, { oclId: lab.oclId, entries }, lab.token);
  const empty = (lab: Author, ids?: string[]) =>
    resultOf(service, EmptyTrashDocument, { oclId: lab.oclId, ids }, lab.token);
  const move = (lab: Author, from: string, to: string) =>
    resultOf(service, MoveEntryDocument, { oclId: lab.oclId, moves: [{ from, to }] }, lab.token);
  const createFolder = (lab: Author, path: string) =>
    resultOf(service, CreateFolderDocument, { oclId: lab.oclId, path }, lab.token);
  const foldersOf = async (lab: Author) =>
    (await ask(service, EmptyFoldersDocument, { oclId: lab.oclId })).labWithDataRoomAndFiles.dataRoom
      .emptyFolders;
  const listed = async (lab: Author) =>
    (await ask(service, TrashDocument, { oclId: lab.oclId }, lab.token)).trash;
  const roomOf = async (lab: Author) => {
    const room = (await ask(service, ROOM, { o: lab.oclId })).labWithDataRoomAndFiles;
    const paths = room.dataRoom.files.map(({ path }: { path: string }) => path);
    return { paths, used: Number(room.dataRoom.storageUsed), count: room.fileCount };
  };
  const feedOf = async (lab: Author) => (await ask(service, FEED, { o: lab.oclId })).labActivity.nodes;
  const found = async (prompt: string) => (await ask(service, SEARCH, { p: prompt })).searchLabs.totalCount;
  const statusesOf = (urls: string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status));
  const urlsOf = async (lab: Author, path: string): Promise<string[]> =>
    (await fileAt(service, lab, path)).versions.map(
      ({ downloadUrl }: { downloadUrl: string }) => downloadUrl,
    );

  test('hides a file from everything at once, and a restore brings all of it back', async () => {
    const lab = await registeredLab(service);
    const words = { description: 'numbat', tags: ['numbat'], contentText: 'numbat' };
    const secret = await uploadSecret(service, lab, 'one', { path: 'old.bin', ...words });
    await uploadFile(service, lab, 'version two', { ref: secret.datasetId });
    await move(lab, 'old.bin', 'new.bin');
    const before = await fileAt(service, lab, 'new.bin');
    const urls = await urlsOf(lab, 'new.bin');
    expect(await statusesOf(urls)).toEqual([200, 200]);
    const { used } = await roomOf(lab);

    const trashed = await trashFile(service, lab, 'new.bin');
    expect(trashed).toMatchObject({ fileCount: 1, message: '1 file moved to the trash.', error: null });
    expect(await statusesOf(urls)).toEqual([404, 404]);
    expect(await roomOf(lab)).toEqual({ paths: [], used, count: 0 });
    for (const path of ['new.bin', 'old.bin']) {
      expect(await fileAt(service, lab, path)).toBeNull();
      expect(reasonOf(await decryptDataKey(service, lab, { filePath: path, version: 1 }))).toBe(
        'FILE_NOT_FOUND',
      );
    }
    expect(reasonOf(await decryptDataKey(service, lab, { ref: before.did, version: 1 }))).toBe(
      'FILE_NOT_FOUND',
    );
    expect(reasonOf(await uploadFile(service, lab, 'x', { ref: before.did }))).toBe('FILE_NOT_FOUND');
    expect(await found('numbat')).toBe(0);
    const hash = `sha256:${sha256('version two')}`;
    expect((await ask(service, HASH, { h: hash })).filesByContentHash).toEqual([]);
    expect(JSON.stringify(await feedOf(lab))).not.toContain('numbat');
    expect(await listed(lab)).toMatchObject({
      totalCount: 1,
      nodes: [{ id: trashed.ids[0], path: 'new.bin', fileCount: 1, trashedBy: lab.wallet.toLowerCase() }],
    });

    expect(await restore(lab, { id: trashed.ids[0] })).toMatchObject({
      restored: [{ from: null, to: 'new.bin', fileCount: 1 }],
      error: null,
    });
    const { downloadUrl: _, downloadUrlExpiry: __, versions, ...facts } = before;
    const after = await fileAt(service, lab, 'old.bin');
    expect(after).toMatchObject({ ...facts, downloadUrlExpiry: expect.anything() });
    expect(after.versions).toHaveLength(versions.length);
    expect(await (await fetch(after.downloadUrl)).text()).toBe('version two');
    const { plaintextDEK } = await decryptDataKey(service, lab, { filePath: 'new.bin', version: 1 });
    expect(plaintextDEK).toBe(secret.plaintextDEK);
    expect(await found('numbat')).toBe(1);
    // The refused version has reserved one byte.
    expect(await roomOf(lab)).toEqual({ paths: ['new.bin'], used: used + 1, count: 1 });
    const entry = { fileCount: 1, entries: [{ from: null, to: 'new.bin', fileCount: 1 }] };
    expect(await feedOf(lab)).toMatchObject([
      { __typename: 'LabEventEntriesRestored', change: entry },
      { __typename: 'LabEventEntriesTrashed', change: { entries: [{ from: 'new.bin', to: null }] } },
      { __typename: 'LabEventEntriesMoved' },
    ]);
    expect((await listed(lab)).totalCount).toBe(0);
  });

  test('takes folders by their exact names, with what is below them and empty folders', async () => {
    const lab = await registeredLab(service);
    for (const path of ['a_%/1', 'a_%/b/2', 'axy/1', 'A_%/1', 'a_%'])
      await uploadFile(service, lab, path, { path });
    expect(await createFolder(lab, 'a_%/empty/Größe')).toMatchObject({
      path: 'a_%/empty/Größe/',
      error: null,
    });
    await createFolder(lab, 'other');
    expect(await foldersOf(lab)).toEqual(['a_%/empty/Größe/', 'other/']);
    const { ids, fileCount } = await trashFile(service, lab, 'a_%/', 'other');
    expect(fileCount).toBe(2);
    expect((await roomOf(lab)).paths).toEqual(['A_%/1', 'a_%', 'axy/1']);
    expect(await foldersOf(lab)).toEqual([]);
    expect((await restore(lab, { id: ids[0], to: 'b' }, { id: ids[1] })).restored).toEqual([
      { from: null, to: 'b/', ref: null, fileCount: 2 },
      { from: null, to: 'other/', ref: null, fileCount: 0 },
    ]);
    expect((await roomOf(lab)).paths).toEqual(['A_%/1', 'a_%', 'axy/1', 'b/1', 'b/b/2']);
    expect((await fileAt(service, lab, 'a_%/b/2')).path).toBe('b/b/2');
    expect(await foldersOf(lab)).toEqual(['b/empty/Größe/', 'other/']);
    // A folder with a file is no empty folder; it is one again without it.
    await uploadFile(service, lab, 'x', { path: 'other/file' });
    expect(await foldersOf(lab)).toEqual(['b/empty/Größe/']);
    await move(lab, 'other/file', 'file');
    await move(lab, 'other', 'another');
    expect(await foldersOf(lab)).toEqual(['another/', 'b/empty/Größe/']);
  });

  test('refuses what would replace or resemble something', async () => {
    const lab = await registeredLab(service);
    const id = await trashedFile(service, lab, 'data.csv');
    await uploadFile(service, lab, 'newer', { path: 'data.csv' });
    const refused = await restore(lab, { id });
    expect(refusalOf(refused)).toMatchObject({ reason: 'PATH_OCCUPIED', existing: 'data.csv' });
    expect(reasonOf(await restore(lab, { id, to: 'd\u0430ta.csv' }))).toBe('CONFUSABLE_PATH');
    expect(reasonOf(await restore(lab, { id, to: 'data.csv/' }))).toBe('INVALID_PATH');
    expect((await restore(lab, { id, to: 'data (restored).csv' })).error).toBeNull();
    for (const [path, reason] of [
      ['data.csv', 'PATH_OCCUPIED'],
      ['d\u0430ta.csv', 'CONFUSABLE_PATH'],
      ['../a', 'INVALID_PATH'],
    ] as const)
      expect(reasonOf(await createFolder(lab, path))).toBe(reason);
    expect((await createFolder(lab, 'raw')).error).toBeNull();
    expect(reasonOf(await createFolder(lab, 'raw/'))).toBe('PATH_OCCUPIED');
    expect(reasonOf(await uploadFile(service, lab, 'x', { path: 'r\u0430w/1' }))).toBe('CONFUSABLE_PATH');
    expect(reasonOf(await trashFile(service, lab, 'raw', 'missing'))).toBe('FILE_NOT_FOUND');
    expect(await foldersOf(lab)).toEqual(['raw/']);
  });

  test('is closed to other labs', async () => {
    const [mine, theirs] = [await registeredLab(service), await registeredLab(service)];
    const id = await trashedFile(service, theirs, 'theirs');
    expect(reasonOf(await restore(mine, { id }))).toBe('FILE_NOT_FOUND');
    expect(await empty(mine, [id])).toMatchObject({ fileCount: 0, error: null });
    expect(refusalOf(await restore({ ...theirs, token: mine.token }, { id })).code).toBe('UNAUTHORIZED');
    expect((await listed(mine)).totalCount).toBe(0);
    expect((await listed(theirs)).totalCount).toBe(1);
  });

  test('is emptied by the owner at once, or by the worker after 30 days', async () => {
    const lab = await registeredLab(service);
    const { db, storage } = service.context;
    await uploadFile(service, lab, 'bytes', { path: 'a', description: 'bilby' });
    const kept = await trashedFile(service, lab, 'kept');
    const { ids } = await trashFile(service, lab, 'a');
    expect(await empty(lab, ids)).toMatchObject({ fileCount: 1, message: '1 file deleted.', error: null });
    expect(await roomOf(lab)).toMatchObject({ used: 5 });
    expect(reasonOf(await restore(lab, { id: ids[0] }))).toBe('FILE_NOT_FOUND');
    expect((await feedOf(lab))[0]).toMatchObject({
      __typename: 'LabEventEntriesRemoved',
      change: { fileCount: 1 },
    });
    expect(await expireTrash(service.context, log)).toEqual({ done: 0, more: false });
    await db.update(trashEntries).set({ expiresAt: sql`now()` }).where(sql`id = ${kept}`);
    expect([(await listed(lab)).totalCount, reasonOf(await restore(lab, { id: kept }))]).toEqual([
      0,
      'FILE_NOT_FOUND',
    ]);
    const { rows } = await db.execute<{ key: string }>(
      sql`select object_key as key from trashed_versions join trashed_files on id = file_id where entry_id = ${kept}`,
    );
    await expireTrash(service.context, log);
    expect(await roomOf(lab)).toMatchObject({ used: 0 });
    expect(await storage.read(rows[0]?.key ?? '')).toBeNull();
    expect((await empty(lab)).fileCount).toBe(0);
  });

  test('succeeds if the storage fails; the worker ends the URLs, and nothing is restored before', async () => {
    const lab = await registeredLab(service);
    const { storage } = service.context;
    await uploadFile(service, lab, 'bytes', { path: 'a' });
    const urls = await urlsOf(lab, 'a');
    const error = vi.spyOn(storage, 'copy').mockRejectedValue(new Error('The store is away.'));
    const { ids } = await trashFile(service, lab, 'a');
    expect(refusalOf(await restore(lab, { id: ids[0] })).code).toBe('UPSTREAM_UNAVAILABLE');
    error.mockRestore();
    await moveTrashedObjects(service.context, log);
    expect(await statusesOf(urls)).toEqual([404]);
    expect((await restore(lab, { id: ids[0] })).error).toBeNull();
    expect(await statusesOf(await urlsOf(lab, 'a'))).toEqual([200]);
  });

  test('ends the URLs before it returns, also if the worker moved the bytes and has not deleted them yet', async () => {
    const lab = await registeredLab(service);
    const { storage } = service.context;
    await uploadFile(service, lab, 'bytes', { path: 'a' });
    const urls = await urlsOf(lab, 'a');
    const copy = storage.copy.bind(storage);
    vi.spyOn(storage, 'copy').mockImplementationOnce(async (one) => {
      vi.spyOn(storage, 'delete').mockRejectedValueOnce(new Error('Not yet.'));
      await moveTrashedObjects(service.context, log);
      expect(await statusesOf(urls)).toEqual([200]);
      return copy(one);
    });
    const { ids } = await trashFile(service, lab, 'a');
    expect(await statusesOf(urls)).toEqual([404]);
    expect((await restore(lab, { id: ids[0] })).error).toBeNull();
    expect(await statusesOf(await urlsOf(lab, 'a'))).toEqual([200]);
  });

  test('leaves the bytes to a running backup', async () => {
    const lab = await registeredLab(service);
    const { db, storage } = service.context;
    await uploadFile(service, lab, 'bytes', { path: 'a' });
    const [url = ''] = await urlsOf(lab, 'a');
    await using _ = await takeLease(db, BACKUP_LEASE);
    await trashFile(service, lab, 'a');
    expect(await statusesOf([url])).toEqual([404]);
    const body = await storage.read(/files\/[0-9a-f-]+/.exec(url)?.[0] ?? '');
    expect(body?.resume()).toBeTruthy();
  });

  test('keeps its bytes if an upload is finished again', async () => {
    const lab = await registeredLab(service);
    const upload = await initiate(service, lab, 5);
    await put(upload, 'bytes');
    const finishIt = () => finish(service, lab, upload.uploadToken, { path: 'again' });
    const { storage, db } = service.context;
    const seal = storage.seal.bind(storage);
    let ids: string[] = [];
    vi.spyOn(storage, 'seal').mockImplementationOnce(async (keys) => {
      // All of this happens just before the repeated finish seals.
      await finishIt();
      ({ ids } = await trashFile(service, lab, 'again'));
      await put(upload, 'wrong');
      return seal(keys);
    });
    await finishIt();
    await db.update(uploads).set({ expiresAt: sql`now() - interval '2 hours'` });
    await db.update(objectDeletions).set({ dueAt: sql`now()` });
    while ((await deleteObjects(service.context)).more);
    expect((await restore(lab, { id: ids[0] ?? '' })).error).toBeNull();
    const [url = ''] = await urlsOf(lab, 'again');
    expect(await (await fetch(url)).text()).toBe('bytes');
  });

  test('decides races with other changes', async () => {
    const lab: RegisteredLab = await registeredLab(service);
    for (let round = 0; round < 4; round++) {
      const path = `race/${round}`;
      const { datasetId: ref } = await uploadFile(service, lab, 'bytes', { path });
      const version = await sent(service, lab, 'version');
      const [first, second, followed, moved] = await Promise.all([
        trashFile(service, lab, path),
        trashFile(service, lab, path),
        finish(service, lab, version, { ref }),
        move(lab, path, `moved/${round}`),
      ]);
      const won = [first, second, moved].filter(({ error }) => error === null);
      expect(won).toHaveLength(1);
      const ids: string[] = first.ids ?? second.ids ?? (await trashFile(service, lab, `moved/${round}`)).ids;
      const answers = await Promise.all([restore(lab, { id: ids[0] ?? '' }), empty(lab, ids)]);
      const remains = answers[0].error === null;
      expect(answers[1].fileCount).toBe(remains ? 0 : 1);
      const file = await fileAt(service, lab, path);
      if (remains) expect(file.versions).toHaveLength(followed.error ? 1 : 2);
      else expect(file).toBeNull();
    }
  });
});
