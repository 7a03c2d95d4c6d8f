import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';
import { describe, expect, test } from 'vitest';
import type { ObjectStorage, PartsUpload } from './object-storage.ts';
import { upload } from './suite-upload.ts';

/** The least that S3 takes as a part before the last one. */
const PART = 5 * 1024 * 1024;
const contentType = 'text/plain';
const soon = () => new Date(Date.now() + 900_000);

/** What every adapter of `ObjectStorage` guarantees about objects that are sent in parts. */
export function partsSuite(storageOf: () => ObjectStorage): void {
  const begin = async () => {
    const key = `parts/${randomBytes(8).toString('hex')}`;
    return { key, id: await storageOf().beginParts({ key, contentType }) };
  };
  const presign = (parts: PartsUpload, number: number, contentLength: number, expiresAt = soon()) =>
    storageOf().presignPart({ ...parts, number, contentLength, expiresAt });
  const send = async (parts: PartsUpload, number: number, body: Uint8Array<ArrayBuffer>) =>
    (await upload(await presign(parts, number, body.length), body)).status;
  const bytes = (length: number) => new Uint8Array(randomBytes(length));
  const join = (parts: PartsUpload, count: number) => storageOf().joinParts({ ...parts, contentType, count });
  const content = async (key: string) => {
    const stream = await storageOf().read(key);
    return stream && (await buffer(stream));
  };
  const sha256 = (body: Uint8Array) => createHash('sha256').update(body).digest();
  const described = (body: Uint8Array) => ({
    contentLength: body.length,
    contentType,
    sha256: sha256(body).toString('hex'),
    chunks: Buffer.concat(
      Array.from({ length: Math.ceil(body.length / CHUNK_BYTES) }, (_, index) =>
        sha256(body.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)),
      ),
    ),
  });

  describe('an object in parts', () => {
    test('is joined from parts that arrive in any order and again, once and for all', async () => {
      const parts = await begin();
      const [one, two, three] = [bytes(PART), bytes(PART), bytes(7)];
      expect(await storageOf().storedParts(parts)).toEqual([]);
      expect(await send(parts, 3, three)).toBe(200);
      expect(await send(parts, 1, bytes(PART))).toBe(200);
      expect(await storageOf().storedParts(parts)).toEqual([
        { number: 1, contentLength: PART },
        { number: 3, contentLength: 7 },
      ]);
      expect(await join(parts, 3)).toBeNull();
      expect([await send(parts, 2, two), await send(parts, 1, one)]).toEqual([200, 200]);
      const before = await presign(parts, 1, PART);
      const whole = Buffer.concat([one, two, three]);
      expect(await join(parts, 3)).toEqual(described(whole));
      expect(await join(parts, 3)).toEqual(described(whole));
      expect(await storageOf().head(parts.key)).toMatchObject({ contentLength: whole.length, contentType });
      expect(await storageOf().storedParts(parts)).toEqual([]);

      expect((await upload(before, bytes(PART))).status).toBe(404);
      expect(await send(parts, 1, bytes(PART))).toBe(404);
      expect(await join(parts, 3)).toEqual(described(whole));
      expect((await content(parts.key))?.equals(whole)).toBe(true);
    });

    test('takes a part of exactly the signed length, number and time only', async () => {
      const parts = await begin();
      const presigned = await presign(parts, 1, 5);
      const text = (body: string) => new TextEncoder().encode(body);
      for (const body of ['1234', '123456']) expect((await upload(presigned, text(body))).status).toBe(403);
      const late = await presign(parts, 1, 5, new Date(Date.now() - 60_000));
      expect((await upload(late, text('12345'))).status).toBe(403);
      const others = [...new URL(presigned.url).searchParams].map(([name, value]) => {
        const changed = new URL(presigned.url);
        changed.searchParams.set(name, value.endsWith('1') ? `${value}2` : `${value.slice(0, -1)}1`);
        return changed.href;
      });
      const other = await begin();
      for (const url of [...others, presigned.url.replace(parts.key, other.key)])
        expect((await upload({ ...presigned, url }, text('12345'))).status).toBeGreaterThanOrEqual(400);
      for (const one of [parts, other]) expect(await storageOf().storedParts(one)).toEqual([]);
    });

    test('has one content when calls join it at once while parts are sent again', async () => {
      for (let round = 0; round < 5; round += 1) {
        const parts = await begin();
        await send(parts, 1, bytes(PART));
        await send(parts, 2, bytes(9));
        const [joined] = await Promise.all([
          Promise.all([join(parts, 2), join(parts, 2), join(parts, 2)]),
          ...Array.from({ length: 3 }, () => send(parts, 2, bytes(9))),
        ]);
        const stored = await content(parts.key);
        const whole = stored && described(stored);
        expect(joined).toEqual([whole, whole, whole]);
      }
    });

    test('that was deleted leaves no part, and takes none', async () => {
      const parts = await begin();
      await send(parts, 1, bytes(4));
      await storageOf().delete(parts.key);
      await storageOf().delete(parts.key);
      expect(await send(parts, 1, bytes(4))).toBe(404);
      expect(await storageOf().storedParts(parts)).toEqual([]);
      expect(await join(parts, 1)).toBeNull();
      const joined = await begin();
      await send(joined, 1, bytes(4));
      await join(joined, 1);
      await storageOf().delete(joined.key);
      expect([await storageOf().head(joined.key), await join(joined, 1)]).toEqual([null, null]);
    });

    test('has a key of its own prefix', async () => {
      const key = 'files/1';
      await expect(storageOf().beginParts({ key, contentType })).rejects.toThrow(TypeError);
      await expect(presign({ key, id: 'x' }, 1, 1)).rejects.toThrow(TypeError);
      await expect(join({ key, id: 'x' }, 1)).rejects.toThrow(TypeError);
    });
  });
}
