import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { resultOf } from '@labroom/testing/test-client.ts';
import { imageOf, png, sendImage, shownAt } from '@labroom/testing/test-image.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { objectDeletions } from '../platform/db/tables/files.ts';
import { labImageUploads, labs } from '../platform/db/tables/labs.ts';
import { publishImages } from './publish-images.ts';

const service = await openTestService({ insertsRows: true });
const { db, storage } = service.context;
const { log } = watchedLog();
const migration = path.join(import.meta.dirname, '../platform/db/migrations/0040_pictures-as-bitmaps.sql');

/** Repeats what the migration does to stored pictures. */
async function migrateImages(): Promise<void> {
  const statements = (await readFile(migration, 'utf8')).split('--> statement-breakpoint').slice(-2);
  await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
}

/** Gives a lab a picture as it was published before: the bytes as they were sent, under the path that names their type. */
async function publishedBefore(lab: RegisteredLab, extension: string, type: string, body: string | Buffer) {
  const key = await sendImage(service, lab, png());
  await publishImages(service.context, log);
  const old = key.replace('.png', `.${extension}`);
  await storage.put({ key: old, contentType: type, body: Buffer.from(body) });
  await db
    .update(labs)
    .set({ image: `/${old}` })
    .where(eq(labs.oclId, lab.oclId));
  for (const format of ['png', 'webp'])
    await storage.delete(key.replace('images/', 'bitmaps/').replace('.png', `.${format}`));
  return old;
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0h4v2H0z"/></svg>';
const refused = '<svg xmlns="http://www.w3.org/2000/svg"><text>&nbsp;</text></svg>';

test('pictures that were published before are drawn, one at a time, and never served again as they were', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => registeredLab(service)));
  const [first, sharing, photo, broken] = all as [RegisteredLab, RegisteredLab, RegisteredLab, RegisteredLab];
  const old = await publishedBefore(first, 'svg', 'image/svg+xml', drawing);
  await db
    .update(labs)
    .set({ image: `/${old}` })
    .where(eq(labs.oclId, sharing.oclId));
  const oldPhoto = await publishedBefore(photo, 'png', 'image/png', png({ width: 5 }));
  const oldBroken = await publishedBefore(broken, 'svg', 'image/svg+xml', refused);

  await migrateImages();
  for (const { oclId } of all)
    expect(await imageOf(service, oclId)).toMatchObject({ image: null, imageUpload: { status: 'CHECKING' } });
  for (const key of [old, oldPhoto, oldBroken])
    expect((await fetch(`${service.url}/${key}`)).status).toBe(404);

  // A new picture goes first.
  const late = await registeredLab(service);
  const fresh = await sendImage(service, late, png());
  let running = 0;
  let most = 0;
  const watched = Object.assign(Object.create(storage), {
    read: async (key: string) => {
      running += 1;
      most = Math.max(most, running);
      return storage.read(key);
    },
    put: (object: Parameters<typeof storage.put>[0]) => {
      if (object.key.endsWith('.png')) running -= 1;
      return storage.put(object);
    },
  });
  await publishImages({ ...service.context, storage: watched }, log);
  expect((await imageOf(service, late.oclId)).image).toBe(`${service.url}/${fresh}`);
  expect(most).toBe(1);
  await publishImages(service.context, log);

  for (const { oclId } of [first, sharing]) {
    const { image } = await imageOf(service, oclId);
    expect(image).not.toContain(old);
    expect(await shownAt(image ?? '')).toMatchObject({ type: 'image/png', width: 1024, height: 512 });
  }
  expect(await shownAt((await imageOf(service, photo.oclId)).image ?? '')).toMatchObject({ width: 5 });
  expect(await imageOf(service, broken.oclId)).toMatchObject({
    image: null,
    imageUpload: { status: 'REFUSED', reason: 'DAMAGED' },
  });

  // Addresses that others keep lead to the bitmap.
  const redirect = await fetch(`${service.url}/${old}`, { redirect: 'manual' });
  expect(redirect.status).toBe(302);
  expect(await shownAt(`${service.url}/${old}`)).toMatchObject({ type: 'image/png', width: 1024 });
  expect(await shownAt(`${service.url}/${oldPhoto}`)).toMatchObject({ type: 'image/png', width: 5 });
  const again = { oclId: late.oclId, input: { image: `${service.url}/${oldPhoto}` } };
  expect((await resultOf(service, UpdateLabNftMetadataDocument, again, late.token)).error).toBeNull();
  expect((await imageOf(service, late.oclId)).image).toBe((await imageOf(service, photo.oclId)).image);

  // What was converted goes at once, what could not be stays for a month.
  await deleteObjects(service.context);
  expect(await storage.head(old)).toBeNull();
  expect(await storage.head(oldPhoto)).toBeNull();
  expect(await storage.head(oldBroken)).not.toBeNull();
  const [kept] = await db.select().from(objectDeletions).where(eq(objectDeletions.objectKey, oldBroken));
  expect((kept?.dueAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(29 * 86_400_000);
});

test('a picture that arrived before the conversion and is drawn after it replaces the converted one', async () => {
  const lab = await registeredLab(service);
  await publishedBefore(lab, 'svg', 'image/svg+xml', drawing);
  await db
    .update(labImageUploads)
    .set({ landedAt: sql`now() - interval '1 minute'` })
    .where(eq(labImageUploads.oclId, lab.oclId));
  const newer = await sendImage(service, lab, png());
  await migrateImages();
  await publishImages(service.context, log);
  expect((await imageOf(service, lab.oclId)).image).toBe(`${service.url}/${newer}`);
});
