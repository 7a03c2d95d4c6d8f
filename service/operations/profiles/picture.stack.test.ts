import { createHash } from 'node:crypto';
import { newWallet } from '@labroom/testing/actors.ts';
import { ask, reasonOf } from '@labroom/testing/test-client.ts';
import { png } from '@labroom/testing/test-image.ts';
import { deleteProfile, setProfile, signedDeletion, signedProfile } from '@labroom/testing/test-profile.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deleteObjects } from '#core/files/delete-objects.ts';
import { referencedObjects } from '#operator/core/objects.ts';
import { objectDeletions } from '#platform/db/tables/files.ts';

const service = await openTestService();
const site = new URL(service.context.config.http.webUrl).host;

/** A gray picture; each shade has other bytes. */
const picture = (shade = 0) => png({ width: 128, height: 128, shade });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
type Wallet = ReturnType<typeof newWallet>;

/** `null` bytes: only the hash is sent. */
async function write(wallet: Wallet, bytes: Buffer | null, hash = bytes && sha256(bytes)) {
  const signed = await signedProfile(wallet, { pictureSha256: hash }, { site });
  const input = { ...signed.input, ...(bytes && { picture: bytes.toString('base64') }) };
  return setProfile(service, { ...signed, input });
}
const shown = async ({ address }: Wallet) =>
  (await ask(service, `{ profile(wallet: "${address}") { picture pictureSha256 } }`)).profile;
const deletionOf = (url: string) =>
  service.context.db
    .select()
    .from(objectDeletions)
    .where(eq(objectDeletions.objectKey, keyOf(url)));
const keyOf = (url: string) => url.slice(service.url.length + 1);
const storedPictures = async () => {
  const { rows } = await service.context.db.execute<{ count: string }>(
    sql`select count(*) from object_deletions where object_key like 'pictures/%'`,
  );
  return Number(rows[0]?.count);
};

test('a picture is signed with the profile and served unchanged to everyone', async () => {
  const wallet = newWallet();
  expect((await write(wallet, picture())).error).toBeNull();
  const { picture: url, pictureSha256 } = await shown(wallet);
  expect(pictureSha256).toBe(sha256(picture()));
  expect(url).toMatch(/\/pictures\/[0-9a-f-]{36}\.png$/);
  expect(await deletionOf(url)).toEqual([]);
  const response = await fetch(url);
  expect(Buffer.from(await response.arrayBuffer()).equals(picture())).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const etag = response.headers.get('etag') ?? '';
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  for (const method of ['PUT', 'DELETE', 'POST'])
    expect((await fetch(url, { method })).status).toBeGreaterThan(399);
  const backedUp: string[] = [];
  await service.context.db.transaction(async (tx) => {
    for await (const { key, sha256: hash } of referencedObjects(tx)) backedUp.push(`${key} ${hash}`);
  });
  expect(backedUp).toContain(`${keyOf(url)} ${sha256(picture())}`);
});

test('stays while its hash is signed again, and is deleted a day after it was replaced or removed', async () => {
  const wallet = newWallet();
  await write(wallet, picture(1));
  const first = (await shown(wallet)).picture;
  await write(wallet, null, sha256(picture(1)));
  expect((await shown(wallet)).picture).toBe(first);
  await write(wallet, picture(2));
  const second = (await shown(wallet)).picture;
  expect(second).not.toBe(first);
  expect((await fetch(first)).status).toBe(200);
  await write(wallet, null, null);
  expect(await shown(wallet)).toEqual({ picture: null, pictureSha256: null });
  await write(wallet, picture(3));
  const third = (await shown(wallet)).picture;
  await deleteProfile(service, await signedDeletion(wallet, { site }));
  expect(await shown(wallet)).toBeNull();
  for (const url of [first, second, third]) {
    const [queued] = await deletionOf(url);
    expect(queued?.dueAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  }
  await service.context.db.update(objectDeletions).set({ dueAt: sql`now()` });
  await deleteObjects(service.context);
  for (const url of [first, second, third]) {
    const gone = await fetch(url);
    expect([gone.status, (await gone.json()).reason]).toEqual([404, 'NO_SUCH_IMAGE']);
  }
});

test('is refused unless it is plain, of its size and of the signed hash, and then nothing is stored', async () => {
  const wallet = newWallet();
  const before = await storedPictures();
  const withText = Buffer.concat([picture(), Buffer.from('GPS')]);
  const refused = [
    [withText, undefined],
    [png({ width: 129, height: 128 }), undefined],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
    [Buffer.concat([picture(), Buffer.alloc(100_000)]), undefined],
    [picture(), sha256(picture(9))],
    [picture(), null],
  ] as const;
  for (const [bytes, hash] of refused) {
    const { error } = await write(wallet, bytes, hash);
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
  }
  expect((await write(wallet, null, sha256(picture()))).error).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('input.picture is required'),
  });
  const forged = await signedProfile(wallet, { pictureSha256: sha256(picture(4)) }, { site });
  const input = {
    ...forged.input,
    picture: picture(5).toString('base64'),
    pictureSha256: sha256(picture(5)),
  };
  expect(reasonOf(await setProfile(service, { ...forged, input }))).toBe('INVALID_SIGNATURE');
  expect(await storedPictures()).toBe(before);
  expect(await shown(wallet)).toBeNull();
});

test('of another wallet cannot be taken by its hash', async () => {
  const [ada, thief] = [newWallet(), newWallet()];
  await write(ada, picture(6));
  expect((await write(thief, null, sha256(picture(6)))).error.code).toBe('VALIDATION_FAILED');
  await write(thief, picture(6));
  await write(thief, null, null);
  expect((await fetch((await shown(ada)).picture)).status).toBe(200);
  expect(await deletionOf((await shown(ada)).picture)).toEqual([]);
});

test('of ten at once one stays, and the others are queued for deletion', async () => {
  const wallet = newWallet();
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, shade) => write(wallet, picture(10 + shade))),
  );
  for (const result of results.filter(({ error }) => error)) expect(reasonOf(result)).toBe('SIGNATURE_USED');
  const { picture: url } = await shown(wallet);
  expect(await deletionOf(url)).toEqual([]);
  expect((await fetch(url)).status).toBe(200);
  await service.context.db.update(objectDeletions).set({ dueAt: sql`now()` });
  await deleteObjects(service.context);
  expect((await fetch(url)).status).toBe(200);
});
