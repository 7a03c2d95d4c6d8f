import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CryptoError } from '../crypto/primitives/crypto-error.ts';
import { decryptAt, importStreamKey } from '../crypto/primitives/gcm-stream.ts';
import { fakeParts } from './fake-parts.fixture.ts';
import { keptInDatabase } from './kept-in-database.ts';
import type { KeptUpload } from './kept-uploads.ts';
import { sendInParts } from './upload-in-parts.ts';

const hour = 3_600_000;
let folder: string;
let databases: DatabaseSync[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  databases = [];
});
afterEach(() => {
  vi.useRealTimers();
  for (const database of databases) database.close();
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'uploads.db');
/** Another process opens the file. */
function opened() {
  const database = new DatabaseSync(file());
  databases.push(database);
  return keptInDatabase(database);
}
async function sealedUpload(uploadToken = 'token', expiresIn = 48 * hour) {
  const dataKey = randomBytes(32).toString('base64');
  const key = await importStreamKey(new Uint8Array(Buffer.from(dataKey, 'base64')));
  const sealing = {
    key,
    iv: new Uint8Array(randomBytes(12)),
    encryptedDek: 'wrapped',
    encryptionSystem: 'system',
    encryptedAt: new Date().toISOString(),
  };
  const expiresAt = new Date(Date.now() + expiresIn).toISOString();
  return { upload: { uploadToken, expiresAt, partLength: 100, sealing }, dataKey };
}
async function keystreamOf({ upload: { sealing } }: Pick<KeptUpload, 'upload'>) {
  if (!sealing) throw new Error('It is not encrypted');
  return decryptAt(sealing.key, sealing.iv, 0, new Uint8Array(32));
}

it('another process goes on with the same key, IV and hashes', async () => {
  const { upload, dataKey } = await sealedUpload();
  const ledger = await opened().keep('file', upload, dataKey);
  expect(await ledger.record(1, 'one')).toBeNull();
  const found = await opened().find('file');
  if (!found) throw new Error('It was not kept');
  expect(found.upload).toMatchObject({
    uploadToken: 'token',
    partLength: 100,
    sealing: { encryptedDek: 'wrapped' },
  });
  expect(await keystreamOf(found)).toEqual(await keystreamOf({ upload }));
  expect(await found.ledger.record(1, 'changed')).toBe('one');
  expect(await opened().find('other file')).toBeNull();
});

it('of two processes, the first names the content of a part', async () => {
  const { upload, dataKey } = await sealedUpload();
  const one = await opened().keep('file', upload, dataKey);
  const other = (await opened().find('file'))?.ledger;
  expect([
    await other?.record(2, 'theirs'),
    await one.record(2, 'ours'),
    await one.record(3, 'ours'),
  ]).toEqual([null, 'theirs', null]);
  expect(await other?.record(3, 'theirs')).toBe('ours');
});

it('two that began at once each have their own key and hashes', async () => {
  const [first, second] = [await sealedUpload('first'), await sealedUpload('second')];
  const one = await opened().keep('file', first.upload, first.dataKey);
  const other = await opened().keep('file', second.upload, second.dataKey);
  expect([await one.record(1, 'a'), await other.record(1, 'b')]).toEqual([null, null]);
});

it('two processes that go on at once, one with a changed file, encrypt one content under each key', async () => {
  const parts = fakeParts(40_000);
  const content = randomBytes(190_000);
  const changed = Buffer.from(content);
  changed[90_000] = (changed[90_000] ?? 0) ^ 1;
  const never = new AbortController().signal;
  const send = (bytes: Buffer<ArrayBuffer>) =>
    sendInParts(
      { ...parts.ports, inParts: { ...parts.ports.inParts, kept: opened() } },
      {
        oclId: '0x01',
        file: new File([bytes], 'reads', { lastModified: 0 }),
        contentType: 'text/plain',
        target: { path: 'reads' },
        access: { level: 'ADMIN', conditions: '[]' },
        changeBy: '0x',
      },
      {},
      never,
      {},
    );
  parts.refuse(2, new CryptoError('HTTP', 'answered 400', { status: 400 }));
  await expect(send(content)).rejects.toMatchObject({ status: 400 });
  await Promise.allSettled([send(content), send(changed)]);
  const contents = new Map<string, Buffer>();
  for (const { token, number, bytes } of parts.sent) {
    const before = contents.get(`${token}/${number}`) ?? bytes;
    expect(bytes.equals(before)).toBe(true);
    contents.set(`${token}/${number}`, before);
  }
  expect(parts.uploads.size).toBeGreaterThan(1);
});

it('leaves no key in the file of an upload that has ended, and lets nobody go on with it', async () => {
  const { upload, dataKey } = await sealedUpload();
  const kept = opened();
  const ledger = await kept.keep('file', upload, dataKey);
  await ledger.record(1, 'one');
  const other = (await opened().find('file'))?.ledger;
  expect(readFileSync(file(), 'latin1')).toContain(dataKey);
  await kept.forget('file');
  expect(readFileSync(file(), 'latin1')).not.toContain(dataKey);
  expect(await kept.find('file')).toBeNull();
  for (const number of [1, 2]) expect(await other?.record(number, 'one')).not.toBeOneOf([null, 'one']);
});

it.each([
  ['says', 2 * hour, 2 * hour],
  ['says after 48 hours', 9_999 * hour, 48 * hour],
])('removes the key of an upload when it ends as the service %s', async (_, expiresIn, ends) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { upload, dataKey } = await sealedUpload('token', expiresIn);
  await opened().keep('file', upload, dataKey);
  vi.advanceTimersByTime(ends - 1);
  expect(await opened().find('file')).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(await opened().find('another')).toBeNull();
  expect(readFileSync(file(), 'latin1')).not.toContain(dataKey);
});

it('keeps a hundred uploads, and sends more of them without keeping their keys', async () => {
  const kept = opened();
  const { upload, dataKey } = await sealedUpload();
  for (let number = 0; number < 100; number += 1) await kept.keep(`file ${number}`, upload, dataKey);
  const another = await sealedUpload();
  const ledger = await kept.keep('one more', another.upload, another.dataKey);
  expect(await ledger.record(1, 'one')).toBeNull();
  expect(await ledger.record(1, 'other')).toBe('one');
  expect(await kept.find('one more')).toBeNull();
  expect(readFileSync(file(), 'latin1')).not.toContain(another.dataKey);
  await kept.forget('file 7');
  await kept.keep('one more', another.upload, another.dataKey);
  expect(await kept.find('one more')).not.toBeNull();
});
