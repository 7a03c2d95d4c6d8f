import { ask } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { testStorages } from '@labroom/testing/test-storages.ts';
import { deleteFile, fileAt, initiate, uploadFile } from '@labroom/testing/test-upload.ts';
import { describe, expect, test, vi } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { BACKUP_LEASE } from '#core/files/remove-objects-now.ts';
import { takeLease } from '#platform/db/lease.ts';
import { objectDeletions } from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';

const USED = 'query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { dataRoom { storageUsed } } }';

describe.each(testStorages)('a deletion on $name, while no worker runs', async ({ open }) => {
  const service = await open();
  const lab = await registeredLab(service);

  /** A file of two versions, and the URLs of both. */
  async function file(path: string): Promise<string[]> {
    const { datasetId } = await uploadFile(service, lab, 'version one', { path });
    await uploadFile(service, lab, 'version two', { ref: datasetId });
    const urls = (await fileAt(service, lab, path)).versions.map(
      (version: { downloadUrl: string }) => version.downloadUrl,
    );
    expect(await statusesOf(urls)).toEqual([200, 200]);
    return urls;
  }

  async function remove(path: string) {
    expect(await deleteFile(service, lab, path)).toMatchObject({ filePath: path, error: null });
  }

  const statusesOf = (urls: string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status));
  const used = async () =>
    Number((await ask(service, USED, { o: lab.oclId })).labWithDataRoomAndFiles.dataRoom.storageUsed);
  const queued = async () => {
    const rows = await service.context.db.select().from(objectDeletions);
    return rows.filter(({ oclId }) => oclId === lab.oclId);
  };
  const keyOf = (url: string) => /files\/[0-9a-f-]+/.exec(url)?.[0] ?? '';

  test('revokes the URLs of every version before it responds, and frees their storage', async () => {
    const urls = await file('stopped.txt');
    await remove('stopped.txt');
    expect(await statusesOf(urls)).toEqual([404, 404]);
    const gone = await fetch(String(urls[0]));
    // S3 responds in its own format.
    if (gone.url.startsWith(service.url)) expect((await gone.json()).reason).toBe('NO_SUCH_OBJECT');
    expect([await used(), await queued()]).toEqual([0, []]);
  });

  test('revokes them during a backup, which can still read the bytes until it ends', async () => {
    const urls = await file('backed-up.txt');
    const { storage } = service.context;
    {
      await using lease = await takeLease(service.context.db, BACKUP_LEASE);
      expect(lease?.isHeld()).toBe(true);
      await remove('backed-up.txt');
      expect(await statusesOf(urls)).toEqual([404, 404]);
      for (const url of urls) (await storage.read(keyOf(url)))?.resume();
      expect(await deleteObjects(service.context)).toEqual({ done: 0, more: false });
      expect(await queued()).toHaveLength(2);
      expect(await used()).toBe(22);
    }
    await deleteObjects(service.context);
    expect(await Promise.all(urls.map((url) => storage.read(keyOf(url))))).toEqual([null, null]);
    expect([await used(), await queued()]).toEqual([0, []]);
  });

  test('succeeds if the storage fails, is retried, and keeps the storage counted until then', async () => {
    const { db, storage } = service.context;
    await file('refused.txt');
    await db.update(labs).set({ storageLimit: 25 });
    const error = vi.spyOn(storage, 'delete').mockRejectedValue(new Error('The store is away.'));
    await remove('refused.txt');
    expect(await queued()).toHaveLength(2);
    // 22 of 25 bytes are still stored.
    expect((await initiate(service, lab, 4)).error).toMatchObject({ code: 'FAILED_PRECONDITION' });
    error.mockRestore();
    await deleteObjects(service.context);
    expect((await initiate(service, lab, 4)).error).toBeNull();
    expect(service.logLines.join('')).toContain('the worker tries again');
  });
});
