import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStorage } from './object-storage.ts';
import { partsSuite } from './parts.suite.ts';
import { upload } from './suite-upload.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const newKey = () => `test/${randomBytes(8).toString('hex')}`;

/** What every adapter of `ObjectStorage` guarantees, checked over HTTP against the running storage. */
export function objectStorageSuite(
  name: string,
  start: () => Promise<{
    storage: ObjectStorage;
    /** A storage whose bucket or directory does not exist. */
    absent: ObjectStorage;
    stop: () => Promise<void>;
  }>,
): void {
  describe(name, () => {
    let running: Awaited<ReturnType<typeof start>>;
    let storage: ObjectStorage;
    beforeAll(async () => {
      running = await start();
      storage = running.storage;
    });
    afterAll(() => running.stop());

    const presign = (
      key: string,
      contentLength: number,
      more: { expiresAt?: Date; singleUse?: boolean } = {},
    ) =>
      storage.presignPut({
        key,
        contentType: 'text/plain',
        contentLength,
        expiresAt: inMinutes(15),
        ...more,
      });

    test('it reports whether objects can be reached, even when it is empty', async () => {
      await storage.answers();
      await expect(running.absent.answers()).rejects.toThrow();
    });

    test('an upload is downloaded unchanged, with the signed name and type', async () => {
      const key = newKey();
      const body = new Uint8Array(randomBytes(300_000));
      expect((await upload(await presign(key, body.length), body)).status).toBe(200);
      expect(await storage.head(key)).toMatchObject({
        contentLength: body.length,
        contentType: 'text/plain',
      });

      const url = await storage.presignGet({
        key,
        contentType: 'application/pdf',
        fileName: 'papers/Überblick "1".pdf',
        expiresAt: inMinutes(60),
      });
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(body);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="_berblick _1_.pdf"; filename*=UTF-8''%C3%9Cberblick%20%221%22.pdf`,
      );
    });

    test('an object may be empty', async () => {
      const key = newKey();
      expect((await upload(await presign(key, 0), '')).status).toBe(200);
      const sealed = await storage.seal({ from: key, to: `${key}.sealed` });
      expect(sealed).toEqual({
        contentLength: 0,
        contentType: 'text/plain',
        sha256: sha256(new Uint8Array()),
      });
      const stream = await storage.read(`${key}.sealed`);
      expect(stream && (await buffer(stream)).length).toBe(0);
    });

    test('a body of another length or type is rejected and nothing is stored', async () => {
      const key = newKey();
      const presigned = await presign(key, 5);
      expect((await upload(presigned, '123456')).status).toBe(403);
      expect((await upload(presigned, '1234')).status).toBe(403);
      expect((await upload(presigned, '12345', [{ key: 'Content-Type', value: 'text/html' }])).status).toBe(
        403,
      );
      expect(await storage.head(key)).toBeNull();
    });

    test('an expired URL allows no upload or download', async () => {
      const key = newKey();
      await storage.put({ key, contentType: 'text/plain', body: Buffer.from('here') });
      const expiresAt = new Date(Date.now() - 60_000);
      expect((await upload(await presign(key, 5, { expiresAt }), '12345')).status).toBe(403);
      const url = await storage.presignGet({ key, contentType: 'text/plain', fileName: 'a', expiresAt });
      expect((await fetch(url)).status).toBe(403);
    });

    test('a URL with any changed query parameter, or for another key, is rejected', async () => {
      const key = newKey();
      const other = newKey();
      await storage.put({ key: other, contentType: 'text/plain', body: Buffer.from('secret') });
      const presigned = await presign(key, 5);
      const download = await storage.presignGet({
        key,
        contentType: 'text/plain',
        fileName: 'a.txt',
        expiresAt: inMinutes(5),
      });
      for (const original of [presigned.url, download]) {
        const method = original === download ? 'GET' : 'PUT';
        const send = (url: string) =>
          method === 'GET' ? fetch(url) : upload({ ...presigned, url }, '12345', presigned.headers);
        expect((await send(original.replace(key, other))).status).toBe(403);
        for (const [parameter, value] of new URL(original).searchParams) {
          const changed = new URL(original);
          changed.searchParams.set(parameter, value.endsWith('1') ? `${value}2` : `${value.slice(0, -1)}1`);
          expect((await send(changed.href)).status, parameter).toBeGreaterThanOrEqual(400);
          changed.searchParams.delete(parameter);
          expect((await send(changed.href)).status, `without ${parameter}`).toBeGreaterThanOrEqual(400);
        }
      }
      expect((await fetch(presigned.url)).status, 'reading with an upload URL').toBe(403);
      expect(
        (await upload({ ...presigned, url: download }, '12345')).status,
        'writing with a download URL',
      ).toBe(403);
      expect(await storage.head(key)).toBeNull();
    });

    test('an upload can be repeated until it is sealed, and never changes the sealed object', async () => {
      const from = newKey();
      const to = `${from}.sealed`;
      const presigned = await presign(from, 5);
      expect((await upload(presigned, 'first')).status).toBe(200);
      expect((await upload(presigned, 'again')).status).toBe(200);
      const sealed = await storage.seal({ from, to });
      expect(sealed).toEqual({
        contentLength: 5,
        contentType: 'text/plain',
        sha256: sha256(Buffer.from('again')),
      });
      expect(await storage.head(from)).toBeNull();

      expect((await upload(presigned, 'other')).status).toBe(200);
      expect(await storage.seal({ from, to })).toEqual(sealed);
      const stream = await storage.read(to);
      expect(stream && (await buffer(stream)).toString()).toBe('again');
    });

    test('when uploads race a seal, the hash matches the sealed bytes', async () => {
      for (let round = 0; round < 10; round += 1) {
        const from = newKey();
        const to = `${from}.sealed`;
        const presigned = await presign(from, 65_536);
        await upload(presigned, 'a'.repeat(65_536));
        const [seals] = await Promise.all([
          Promise.all([storage.seal({ from, to }), storage.seal({ from, to }), storage.seal({ from, to })]),
          ...['b', 'c', 'd'].map((letter) => upload(presigned, letter.repeat(65_536))),
        ]);
        const stream = await storage.read(to);
        const stored = stream && sha256(await buffer(stream));
        expect(seals.map((sealed) => sealed?.sha256)).toEqual([stored, stored, stored]);
      }
    });

    partsSuite(() => storage);

    test('sealing without an upload gives null', async () => {
      const from = newKey();
      expect(await storage.seal({ from, to: `${from}.sealed` })).toBeNull();
    });

    test('a single-use URL works once, even for concurrent uploads and after a seal', async () => {
      const key = newKey();
      const presigned = await presign(key, 5, { singleUse: true });
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => (await upload(presigned, `body${index}`)).status),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 412)).toHaveLength(7);
      expect(await storage.seal({ from: key, to: `${key}.sealed` })).not.toBeNull();
      expect((await upload(presigned, 'again')).status).toBe(412);
    });

    test('a range request returns its bytes', async () => {
      const key = newKey();
      await storage.put({ key, contentType: 'text/plain', body: Buffer.from('0123456789') });
      const url = await storage.presignGet({
        key,
        contentType: 'text/plain',
        fileName: 'a',
        expiresAt: inMinutes(5),
      });
      const response = await fetch(url, { headers: { Range: 'bytes=2-4' } });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe('bytes 2-4/10');
      expect(await response.text()).toBe('234');
    });

    test('a deleted object is gone, even for a URL signed before', async () => {
      const key = newKey();
      await storage.put({ key, contentType: 'text/plain', body: Buffer.from('x') });
      const url = await storage.presignGet({
        key,
        contentType: 'text/plain',
        fileName: 'a',
        expiresAt: inMinutes(5),
      });
      expect((await fetch(url)).status).toBe(200);
      await storage.delete(key);
      await storage.delete(key);
      expect((await fetch(url)).status).toBe(404);
      expect([await storage.head(key), await storage.read(key)]).toEqual([null, null]);
    });

    test('a withdrawn object has no URL, can still be read by the service, and can be deleted', async () => {
      const key = newKey();
      const shown = { key, contentType: 'text/plain', fileName: 'a', expiresAt: inMinutes(5) };
      await storage.put({ key, contentType: 'text/plain', body: Buffer.from('kept') });
      const url = await storage.presignGet(shown);
      await storage.withdraw(key);
      await storage.withdraw(key);
      for (const address of [url, await storage.presignGet(shown)])
        expect((await fetch(address)).status).toBe(404);
      expect(await storage.head(key)).toBeNull();
      const read = async () => {
        const body = await storage.read(key);
        return body && String(await buffer(body));
      };
      expect(await read()).toBe('kept');
      await storage.delete(key);
      expect(await read()).toBeNull();
    });

    test('a copy has the bytes of the original, also of a withdrawn one, and outlives it', async () => {
      const [from, to, later] = [newKey(), newKey(), newKey()];
      await storage.put({ key: from, contentType: 'text/plain', body: Buffer.from('kept') });
      expect([await storage.copy({ from, to }), await storage.copy({ from, to })]).toEqual([true, true]);
      await storage.withdraw(from);
      expect(await storage.copy({ from, to: later })).toBe(true);
      await storage.delete(from);
      for (const key of [to, later]) {
        const shown = { key, contentType: 'text/plain', fileName: 'a', expiresAt: inMinutes(5) };
        expect(await (await fetch(await storage.presignGet(shown))).text()).toBe('kept');
        expect(await storage.head(key)).toMatchObject({ contentLength: 4, contentType: 'text/plain' });
      }
      expect(await storage.copy({ from, to: newKey() })).toBe(false);
    });

    test('a download that has started completes despite a deletion', async () => {
      const key = newKey();
      const body = randomBytes(8_000_000);
      await storage.put({ key, contentType: 'text/plain', body });
      const url = await storage.presignGet({
        key,
        contentType: 'text/plain',
        fileName: 'a',
        expiresAt: inMinutes(5),
      });
      const response = await fetch(url, { headers: { range: 'bytes=0-7999999' } });
      expect(response.status).toBe(206);
      await storage.delete(key);
      expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
    });

    test('only keys under the public prefix are readable without a signature', async () => {
      const key = `public/${newKey()}`;
      await storage.put({ key, contentType: 'application/json', body: Buffer.from('{}') });
      const response = await fetch(storage.publicUrl(key));
      expect([response.status, await response.text()]).toEqual([200, '{}']);
      expect(() => storage.publicUrl('private/x')).toThrow(TypeError);
      const unsigned = storage.publicUrl(key).replace(key, 'private/x');
      expect((await fetch(unsigned)).status).toBe(403);
    });

    test.each(['../x', 'a/../b', '/a', 'a//b', 'a/', '.', 'a b', 'a%2fb', 'ä', 'x'.repeat(513), ''])(
      'the key %j is rejected everywhere',
      async (key) => {
        await expect(presign(key, 1)).rejects.toThrow(TypeError);
        await expect(storage.head(key)).rejects.toThrow(TypeError);
        await expect(storage.seal({ from: 'a', to: key })).rejects.toThrow(TypeError);
        await expect(storage.seal({ from: key, to: 'a' })).rejects.toThrow(TypeError);
      },
    );
  });
}
