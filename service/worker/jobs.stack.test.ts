import { randomUUID } from 'node:crypto';
import { explainQueries } from '@labroom/testing/captured-queries.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ServiceContext } from '#core/context/context.ts';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { objectDeletions, uploads } from '../platform/db/tables/files.ts';
import { signInMessages } from '../platform/db/tables/tokens.ts';
import { expireUploads } from './expire-uploads.ts';
import { forgetSignInMessages } from './forget-sign-in-messages.ts';

const service = await openTestService();
const context = service.context;
const lab = await registeredLab(service);

async function storeObject(key: string): Promise<void> {
  await context.storage.put({ key, contentType: 'text/plain', body: Buffer.from(key) });
}
const isThere = async (key: string) => (await context.storage.head(key)) !== null;
const queued = async () =>
  (await context.db.select().from(objectDeletions)).map(({ objectKey }) => objectKey);

describe('deleting objects', () => {
  test('deletes the object, then the row; a missing object counts as deleted', async () => {
    await storeObject('files/one');
    await context.db
      .insert(objectDeletions)
      .values([{ objectKey: 'files/one' }, { objectKey: 'files/never-there' }]);
    expect(await deleteObjects(context)).toEqual({ done: 2, more: false });
    expect(await isThere('files/one')).toBe(false);
    expect(await queued()).toEqual([]);
  });

  test('finds due rows by an index, however many are queued for later', async () => {
    const { db } = context;
    await db.execute(sql`insert into object_deletions (object_key, due_at)
      select 'later/' || n, now() + interval '1 hour' from generate_series(1, 5000) n`);
    await db.execute(sql`analyze object_deletions`);
    const nodes = (await explainQueries(db, () => deleteObjects(context))).filter(
      (node) => node['Relation Name'] === 'object_deletions',
    );
    expect(nodes.map((node) => node['Node Type'])).toEqual(['Index Scan']);
    await db.execute(sql`delete from object_deletions where object_key like 'later/%'`);
  });

  test('continues after an object that cannot be deleted, and tries it again', async () => {
    await storeObject('files/stuck');
    await storeObject('files/fine');
    await context.db
      .insert(objectDeletions)
      .values([{ objectKey: 'files/stuck' }, { objectKey: 'files/fine' }]);
    const remove = async (key: string) => {
      if (key === 'files/stuck') throw new Error('The storage is read-only');
      await context.storage.delete(key);
    };
    const storage: ServiceContext['storage'] = Object.assign(Object.create(context.storage), {
      delete: remove,
    });
    await expect(deleteObjects({ ...context, storage })).rejects.toThrow('read-only');
    expect(await isThere('files/fine')).toBe(false);
    expect(await queued()).toEqual(['files/stuck']);
    await deleteObjects(context);
    expect(await isThere('files/stuck')).toBe(false);
    expect(await queued()).toEqual([]);
  });

  test('may run twice at once', async () => {
    const keys = Array.from({ length: 150 }, (_, at) => `files/many-${at}`);
    await context.db.insert(objectDeletions).values(keys.map((objectKey) => ({ objectKey })));
    const [first] = await Promise.all([deleteObjects(context), deleteObjects(context)]);
    expect(first.more).toBe(true);
    await deleteObjects(context);
    expect(await queued()).toEqual([]);
  });
});

describe('expiring uploads', () => {
  async function upload(ended: string, finished = false): Promise<string> {
    const id = randomUUID();
    const row = {
      id,
      oclId: lab.oclId,
      wallet: lab.wallet.toLowerCase(),
      contentType: 'text/plain',
      contentLength: 3,
    };
    const expiresAt = sql<Date>`now() - ${ended}::interval`;
    const finishedAt = finished ? new Date() : null;
    await context.db.insert(uploads).values({ ...row, objectKey: `uploads/${id}`, expiresAt, finishedAt });
    await storeObject(`uploads/${id}`);
    return id;
  }

  test('deletes the unfinished ones and their bytes, and leaves the others', async () => {
    const [over, sealed] = [await upload('2 hours'), await upload('3 hours')];
    const [recent, finished] = [await upload('10 minutes'), await upload('2 hours', true)];
    await context.storage.seal({ from: `uploads/${sealed}`, to: `files/${sealed}` });
    await storeObject(`files/${finished}`);
    expect(await expireUploads(context)).toEqual({ done: 2, more: false });
    const left = (await context.db.select({ id: uploads.id }).from(uploads)).map(({ id }) => id);
    expect(left.sort()).toEqual([recent, finished].sort());
    await deleteObjects(context);
    expect(await isThere(`uploads/${over}`)).toBe(false);
    expect(await isThere(`files/${sealed}`)).toBe(false);
    expect(await isThere(`uploads/${recent}`)).toBe(true);
    expect(await isThere(`files/${finished}`)).toBe(true);
  });
});

describe('forgetting sign-in messages', () => {
  test('happens a day after they expired', async () => {
    const message = (serviceName: string, ended: string) => ({
      wallet: 'w',
      serviceName,
      nonce: 'n',
      message: 'm',
      expiresAt: sql<Date>`now() - ${ended}::interval`,
    });
    await context.db
      .insert(signInMessages)
      .values([message('old', '25 hours'), message('recent', '23 hours')]);
    expect(await forgetSignInMessages(context)).toEqual({ done: 1, more: false });
    const left = await context.db.select().from(signInMessages).where(sql`${signInMessages.wallet} = 'w'`);
    expect(left.map(({ serviceName }) => serviceName)).toEqual(['recent']);
  });
});
