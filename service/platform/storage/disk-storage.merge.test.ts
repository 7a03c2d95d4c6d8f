import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listen } from '@labroom/testing/transports/listen.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storageRoutes } from '#routes/storage-routes.ts';
import { DiskStorage } from './disk-storage.ts';
import { objectStorageSuite } from './object-storage.suite.ts';
import { upload } from './suite-upload.ts';

const origin = 'http://localhost:3000';

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'disk-storage-'));
  const log: string[] = [];
  let ahead = 0;
  const server = createServer();
  const { port } = await listen(server);
  const storage = new DiskStorage({
    dataDir,
    baseUrl: `http://127.0.0.1:${port}/storage`,
    signingKeys: [randomBytes(32)],
    now: () => Date.now() + ahead,
  });
  await storage.open();
  const app = Fastify({
    logger: { level: 'trace', stream: { write: (line: string) => void log.push(line) } },
    serverFactory: (handler) => server.on('request', handler),
  });
  await app.register(storageRoutes, { storage, allowedOrigins: [origin] }).ready();
  const stop = async () => {
    await app.close();
    await rm(dataDir, { recursive: true });
  };
  const advance = (milliseconds: number) => {
    ahead += milliseconds;
  };
  return { storage, dataDir, log, port, stop, advance };
}

objectStorageSuite('disk storage', async () => {
  const { storage, stop } = await start();
  const signingKeys = [new Uint8Array(32)] as const;
  const absent = new DiskStorage({
    dataDir: join(tmpdir(), 'no-such-directory'),
    baseUrl: 'http://x',
    signingKeys,
  });
  return { storage, absent, stop };
});

describe('disk storage and its routes', () => {
  let disk: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    disk = await start();
  });
  afterAll(() => disk.stop());

  const soon = () => new Date(Date.now() + 900_000);
  const presign = (key: string, contentLength: number, expiresAt = soon(), { storage } = disk) =>
    storage.presignPut({ key, contentType: 'text/plain', contentLength, expiresAt });
  const presignGet = (key: string, contentType = 'text/html') =>
    disk.storage.presignGet({ key, contentType, fileName: 'page.html', expiresAt: soon() });
  async function grantOf(key: string, length: number) {
    const grant = disk.storage.authorize('PUT', key, new URL((await presign(key, length)).url).searchParams);
    if (grant.method !== 'PUT') throw new Error('not an upload');
    return grant;
  }
  const temporaryFiles = () => readdir(join(disk.dataDir, 'objects/temporary'));

  test.each([0, 1, 31])('a signing key of %i bytes is rejected at construction', (length) => {
    const options = {
      dataDir: disk.dataDir,
      baseUrl: 'http://127.0.0.1',
      signingKeys: [new Uint8Array(length)] as const,
    };
    expect(() => new DiskStorage(options)).toThrow(/needs at least 32/);
  });

  test('a URL signed with another key is rejected', async () => {
    const baseUrl = `http://127.0.0.1:${disk.port}/storage`;
    const storage = new DiskStorage({ dataDir: disk.dataDir, baseUrl, signingKeys: [randomBytes(32)] });
    expect((await upload(await presign('k', 1, soon(), { ...disk, storage }), 'x')).status).toBe(403);
  });

  test('a rejection gives the reason', async () => {
    const presigned = await presign('why', 5, new Date(Date.now() - 1));
    expect(await (await upload(presigned, '12345')).json()).toMatchObject({ reason: 'URL_EXPIRED' });
    const changed = { ...presigned, url: presigned.url.replace('length=5', 'length=6') };
    expect(await (await upload(changed, '123456')).json()).toMatchObject({ reason: 'SIGNATURE_MISMATCH' });
  });

  test('a part of an upload that has ended is told so', async () => {
    const key = 'parts/ended';
    await disk.storage.beginParts({ key });
    const part = await disk.storage.presignPart({
      key,
      id: key,
      number: 1,
      contentLength: 1,
      expiresAt: soon(),
    });
    await disk.storage.delete(key);
    expect(await (await upload(part, 'x')).json()).toMatchObject({ reason: 'NO_SUCH_UPLOAD' });
    expect(await temporaryFiles()).toEqual([]);
  });

  test('an upload that started in time may end after the URL has expired', async () => {
    const presigned = await presign('slow', 10, new Date(Date.now() + 5_000));
    const socket = connect(disk.port, '127.0.0.1');
    const { pathname, search } = new URL(presigned.url);
    const head = ['Host: x', 'Content-Type: text/plain', 'Content-Length: 10', 'Connection: close'].join(
      '\r\n',
    );
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${head}\r\n\r\n12345`);
    await expect.poll(temporaryFiles).toHaveLength(1);
    disk.advance(60_000);
    socket.write('67890');
    const [answer] = await once(socket, 'data');
    disk.advance(-60_000);
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('a connection that breaks during an upload leaves no file', async () => {
    const { pathname, search } = new URL((await presign('broken', 10)).url);
    const socket = connect(disk.port, '127.0.0.1');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\n`);
    socket.write('Content-Type: text/plain\r\nContent-Length: 10\r\n\r\n12345');
    await expect.poll(temporaryFiles).toHaveLength(1);
    socket.destroy();
    await expect.poll(temporaryFiles).toHaveLength(0);
    expect(await disk.storage.head('broken')).toBeNull();
  });

  test.each([
    ['12', 400, 'BODY_TOO_SHORT'],
    ['1234567', 403, 'LENGTH_MISMATCH'],
  ])(
    'a chunked body %j in place of 5 bytes is answered %i and leaves no file',
    async (body, status, reason) => {
      const { url } = await presign('chunked', 5);
      const response = await fetch(url, {
        method: 'PUT',
        headers: { 'Content-Type': 'text/plain' },
        body: Readable.toWeb(Readable.from([Buffer.from(body)])) as ReadableStream,
        duplex: 'half',
      } as RequestInit);
      expect([response.status, await response.json()]).toMatchObject([status, { reason }]);
      expect(await disk.storage.head('chunked')).toBeNull();
      expect(await temporaryFiles()).toEqual([]);
    },
  );

  test('a rejection reaches a client that is still sending a large file', async () => {
    const { url } = await presign('large', 20_000_000);
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'Content-Type': 'text/html' },
      body: Buffer.alloc(20_000_000),
    });
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { reason: 'CONTENT_TYPE_MISMATCH' },
    ]);
  });

  test('a full disk gives 507 and leaves no file', async () => {
    const grant = await grantOf('full', 5);
    async function* body() {
      yield Buffer.from('123');
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    await expect(disk.storage.receive(grant, body())).rejects.toMatchObject({
      status: 507,
      reason: 'STORAGE_FULL',
    });
    expect(await temporaryFiles()).toEqual([]);
  });

  test('a download cannot run scripts in the origin that serves it', async () => {
    const page = '<script>alert(1)</script>';
    await disk.storage.put({ key: 'page', contentType: 'text/html', body: Buffer.from(page) });
    const { headers } = await fetch(await presignGet('page'));
    expect(headers.get('content-type')).toBe('text/html');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  test('pages of allowed origins may upload; other origins get no CORS headers', async () => {
    const { url } = await presign('cors', 5);
    const preflight = (from: string) =>
      fetch(url, { method: 'OPTIONS', headers: { Origin: from, 'Access-Control-Request-Method': 'PUT' } });
    const allowed = await preflight(origin);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Content-Type');
    const stored = await fetch(url, {
      method: 'PUT',
      headers: { Origin: origin, 'Content-Type': 'text/plain' },
      body: '12345',
    });
    expect(stored.headers.get('access-control-expose-headers')).toContain('ETag');
    expect(stored.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    for (const from of ['http://evil.example', 'null', `${origin}.evil.example`]) {
      const refused = await preflight(from);
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
  });

  test('HEAD, conditions and ranges follow RFC 9110', async () => {
    await disk.storage.put({ key: 'digits', contentType: 'text/plain', body: Buffer.from('0123456789') });
    const url = await presignGet('digits', 'text/plain');
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const etag = head.headers.get('etag') ?? '';
    const get = async (headers: Record<string, string>) => {
      const response = await fetch(url, { headers });
      return [response.status, await response.text()];
    };
    expect(await get({ 'If-None-Match': etag })).toEqual([304, '']);
    expect(await get({ Range: 'bytes=-3' })).toEqual([206, '789']);
    expect(await get({ Range: 'bytes=7-99' })).toEqual([206, '789']);
    expect(await get({ Range: 'bytes=10-' })).toEqual([416, '']);
    expect(await get({ Range: 'bytes=0-1', 'If-Range': etag })).toEqual([206, '01']);
    expect(await get({ Range: 'bytes=0-1', 'If-Range': '"other"' })).toEqual([200, '0123456789']);
    expect(await get({ Range: 'bytes=0-1,3-4' })).toEqual([200, '0123456789']);
  });

  test('concurrent downloads, slow, partial or aborted, never get bytes of one another', async () => {
    const files = Array.from({ length: 70 }, (_, at) => Buffer.alloc(1_500_000 + at, randomBytes(997)));
    for (const [at, body] of files.entries())
      await disk.storage.put({ key: `many-${at}`, contentType: 'text/plain', body });
    const hangUp = async (at: number) => {
      const gone = new AbortController();
      const { body } = await fetch(await presignGet(`many-${at}`), { signal: gone.signal });
      await body?.getReader().read();
      gone.abort();
    };
    const slow = await Promise.all(
      files.map(async (_, at) => {
        const socket = connect(disk.port, '127.0.0.1');
        const { pathname, search } = new URL(await presignGet(`many-${at}`));
        socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        await once(socket, 'readable');
        return socket;
      }),
    );
    await Promise.all(files.map((_, at) => hangUp(at)));
    const part = { headers: { Range: 'bytes=1000-1299999' } };
    for (const [at, file] of files.entries()) {
      const url = await presignGet(`many-${at}`);
      expect(file.equals(await bytesOf(fetch(url))), `file ${at}`).toBe(true);
      expect(file.subarray(1_000, 1_300_000).equals(await bytesOf(fetch(url, part))), `part ${at}`).toBe(
        true,
      );
    }
    for (const [at, socket] of slow.entries()) {
      const body = (await buffer(socket)).subarray(-(files[at]?.length ?? 0));
      expect(files[at]?.equals(body), `slow ${at}`).toBe(true);
    }
  });

  test('the download of a truncated file is aborted, and only the log has the reason', async () => {
    await disk.storage.put({ key: 'short', contentType: 'text/plain', body: Buffer.alloc(1_000_000) });
    const object = await disk.storage.openObject('short');
    const openObject = vi.spyOn(disk.storage, 'openObject');
    if (object)
      openObject.mockResolvedValue({ ...object, info: { ...object.info, contentLength: 2_000_000 } });
    await expect(fetch(await presignGet('short')).then((answer) => answer.text())).rejects.toThrow();
    openObject.mockRestore();
    await expect
      .poll(() => disk.log.some((line) => line.includes('A stored object ends too early.')))
      .toBe(true);
  });

  test('a body is stored unchanged in chunks of one byte and of megabytes', async () => {
    const bytes = randomBytes(3_000_000);
    async function* pieces() {
      for (let at = 0; at < 200; at += 1) yield bytes.subarray(at, at + 1);
      yield bytes.subarray(200, 2_800_000);
      for (let at = 2_800_000; at < bytes.length; at += 65_536)
        yield bytes.subarray(at, Math.min(at + 65_536, bytes.length));
    }
    const body = { stream: Readable.from(pieces()), contentLength: bytes.length };
    const stored = await disk.storage.put({ key: 'pieces', contentType: 'text/plain', body });
    expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(bytes.equals(await bytesOf(fetch(await presignGet('pieces'))))).toBe(true);
  });

  test('an upload frees the memory of its chunks unless it is shared; bytes given to put stay unchanged', async () => {
    const [own, shared] = [new Uint8Array(700_000).fill(1), new Uint8Array(800_000).fill(2)];
    async function* body() {
      yield own;
      yield shared.subarray(0, 700_000);
    }
    await disk.storage.receive(await grantOf('taken', 1_400_000), body());
    expect([own.length, shared.length]).toEqual([0, 800_000]);
    const stored = await bytesOf(fetch(await presignGet('taken')));
    expect(stored.equals(Buffer.concat([Buffer.alloc(700_000, 1), Buffer.alloc(700_000, 2)]))).toBe(true);
    await disk.storage.put({ key: 'left', contentType: 'text/plain', body: shared });
    expect(shared.every((byte) => byte === 2)).toBe(true);
  });

  test('a JSON body above the usual limit is stored unchanged', async () => {
    const body = `"${'x'.repeat(3_000_000)}"`;
    const json = { key: 'json', contentType: 'application/json', contentLength: body.length };
    const presigned = await disk.storage.presignPut({ ...json, expiresAt: soon() });
    expect((await upload(presigned, body)).status).toBe(200);
    expect(await disk.storage.head('json')).toMatchObject({ contentLength: body.length });
  });

  test('no signature is logged', async () => {
    const presigned = await presign('logged', 5);
    const tampered = presigned.url.replace('length=5', 'length=6');
    await upload(presigned, '12345');
    await fetch(tampered, { method: 'PUT', body: '123456', headers: { 'Content-Type': 'text/plain' } });
    expect((await fetch(presigned.url, { method: 'DELETE' })).status).toBe(405);
    expect((await fetch(presigned.url, { method: 'POST', body: '12345' })).status).toBe(405);
    const seen = disk.log.join('');
    expect(seen).toContain('/storage/logged');
    expect(seen).not.toContain('signature');
    expect(seen).not.toContain(new URL(presigned.url).searchParams.get('signature'));
  });

  test('only the owner can read the files', async () => {
    await disk.storage.put({ key: 'mine', contentType: 'text/plain', body: Buffer.from('x') });
    const objects = join(disk.dataDir, 'objects');
    for (const path of await readdir(objects, { recursive: true })) {
      expect((await stat(join(objects, path))).mode & 0o077, path).toBe(0);
    }
  });
});

async function bytesOf(answer: Promise<Response>): Promise<Buffer> {
  return Buffer.from(await (await answer).arrayBuffer());
}
