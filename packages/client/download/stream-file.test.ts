import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '@labroom/testing/transports/listen.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LabroomError } from '../api/api-failure.ts';
import type { FileVersion, ReleasedKey } from './download-ports.ts';
import { streamVersion } from './stream-file.ts';

const CHUNK = 10_007;
/** How the storage answers the requests of a test, in turn; at last with everything asked for. */
let faults: ('cut' | 'refuse' | 'unavailable')[] = [];
let stored: Uint8Array;
const ranges: (string | undefined)[] = [];
const server = createServer((request, response) => {
  ranges.push(request.headers.range);
  const fault = faults.shift();
  if (fault === 'refuse') return response.writeHead(403).end();
  if (fault === 'unavailable') return response.writeHead(503).end();
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': stored.length - start });
  return send(response, stored.subarray(start), fault === 'cut' ? 3 : Number.POSITIVE_INFINITY);
});
function send(response: ServerResponse, bytes: Uint8Array, chunks: number): unknown {
  if (chunks === 0) return response.destroy();
  if (bytes.length <= CHUNK) return response.end(bytes);
  return response.write(bytes.subarray(0, CHUNK), () => send(response, bytes.subarray(CHUNK), chunks - 1));
}
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ url, close } = await listen(server));
});
afterAll(() => close());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const publicFile = (bytes: Uint8Array): FileVersion => {
  stored = bytes;
  return {
    did: 'did:x',
    path: 'a.bin',
    version: 1,
    contentType: 'application/octet-stream',
    contentHash: `sha256:${sha256(bytes)}`,
    contentLength: bytes.length,
    downloadUrl: url,
    createdAt: '',
    changeBy: '',
    changeNote: null,
    accessLevel: 'PUBLIC',
    encryption: null,
  };
};
function encryptedFile(plain: Uint8Array): { file: FileVersion; released: ReleasedKey } {
  const [key, iv] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const bytes = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const encryption = { iv: iv.toString('base64'), accessControlConditions: '[]' };
  return {
    file: { ...publicFile(bytes), accessLevel: 'ADMIN', encryption },
    released: { key: key.toString('base64'), plaintextHash: `sha256-${sha256(plain)}`, downloadUrl: url },
  };
}

async function open(file: FileVersion, released?: ReleasedKey, onBytes?: (bytes: number) => void) {
  let releases = 0;
  const api = {
    findVersion: async () => file,
    decryptDataKey: async () => {
      releases += 1;
      if (!released) throw new LabroomError({ code: 'UNAUTHORIZED', message: 'No.' });
      return released;
    },
  };
  const streaming = onBytes ? { onBytes } : {};
  const { body } = await streamVersion(
    { api, wait: async () => {} },
    { oclId: '0x', path: 'a.bin' },
    streaming,
  );
  return { body, releases: () => releases };
}
/** What a stream gives, and the code of the error that it ends with. */
async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const pieces: Uint8Array[] = [];
  try {
    const reader = body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
    return { bytes: Buffer.concat(pieces), failed: null };
  } catch (error) {
    return { bytes: Buffer.concat(pieces), failed: (error as { code?: string }).code };
  }
}

const content = randomBytes(200_003);

describe('a streamed file', () => {
  test.each([0, 1, 15, 16, 17, 31, 4096, 200_003])(
    'of %i bytes is what was stored, open or encrypted',
    async (size) => {
      const plain = content.subarray(0, size);
      expect(await read((await open(publicFile(plain))).body)).toEqual({
        bytes: Buffer.from(plain),
        failed: null,
      });
      const { file, released } = encryptedFile(plain);
      expect(await read((await open(file, released)).body)).toEqual({
        bytes: Buffer.from(plain),
        failed: null,
      });
    },
  );

  test('tells how many bytes have arrived', async () => {
    const seen: number[] = [];
    await read((await open(publicFile(content), undefined, (bytes) => seen.push(bytes))).body);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(content.length);
  });

  test('goes on where it was after a broken connection, and gives no byte twice', async () => {
    const { file, released } = encryptedFile(content);
    faults = ['cut', 'cut', 'unavailable', 'cut'];
    ranges.length = 0;
    expect((await read((await open(file, released)).body)).bytes.equals(content)).toBe(true);
    expect(ranges.length).toBe(5);
    expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true);
  });

  test('gets a new URL, with its key, when the first one has expired', async () => {
    const { file, released } = encryptedFile(content);
    faults = ['cut', 'refuse'];
    const { body, releases } = await open(file, released);
    expect((await read(body)).bytes.equals(content)).toBe(true);
    expect(releases()).toBe(2);
  });

  test('fails when the storage stays away', async () => {
    const file = publicFile(content);
    faults = ['unavailable', 'unavailable', 'unavailable', 'unavailable'];
    expect(await read((await open(file)).body)).toMatchObject({ failed: 'HTTP' });
  });

  test('is refused before its first byte to whom the key is not released', async () => {
    ranges.length = 0;
    await expect(open(encryptedFile(content).file)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(ranges).toEqual([]);
  });

  test('ends the download when its reader has enough', async () => {
    const { body } = await open(publicFile(content));
    const reader = body.getReader();
    await reader.read();
    await reader.cancel();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });
});

describe('a stream never ends as if it were whole', () => {
  const flip = (bytes: Uint8Array, at: number) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  const statedFor = (file: FileVersion) => ({ ...file, contentHash: `sha256:${sha256(stored)}` });

  test.each([
    ['at the beginning', 0],
    ['in the middle', 100_000],
    ['at the end', 200_002],
  ])('when a public byte was changed %s', async (_, at) => {
    const file = publicFile(content);
    stored = flip(stored, at);
    const { bytes, failed } = await read((await open(file)).body);
    expect(failed).toBe('HASH_MISMATCH');
    expect(bytes.length).toBeLessThan(content.length);
  });

  test.each([
    ['in the ciphertext', 100_000],
    ['in the tag', 200_010],
  ])('when the storage changed a byte %s and states the hash of it', async (_, at) => {
    const { file, released } = encryptedFile(content);
    stored = flip(stored, at);
    const { bytes, failed } = await read((await open(statedFor(file), released)).body);
    expect(failed).toBe('TAG_MISMATCH');
    expect(bytes.length).toBeLessThan(content.length);
  });

  test('when the plaintext is not what its author states', async () => {
    const { file, released } = encryptedFile(content);
    const lie = { ...released, plaintextHash: `sha256-${'0'.repeat(64)}` };
    expect(await read((await open(file, lie)).body)).toMatchObject({ failed: 'HASH_MISMATCH' });
  });

  test('when the key is another, or of a wrong length', async () => {
    const { file, released } = encryptedFile(content);
    const other = { ...released, key: randomBytes(32).toString('base64') };
    expect(await read((await open(file, other)).body)).toMatchObject({ failed: 'TAG_MISMATCH' });
    const short = { ...released, key: randomBytes(16).toString('base64') };
    expect(await read((await open(file, short)).body)).toMatchObject({
      bytes: Buffer.of(),
      failed: 'BAD_KEY',
    });
  });

  test('when there are fewer or more bytes than the file has', async () => {
    const file = publicFile(content);
    stored = stored.subarray(0, 150_000);
    faults = [];
    expect((await read((await open(file)).body)).failed).not.toBeNull();
    stored = Buffer.concat([content, content]);
    expect(await read((await open(file)).body)).toMatchObject({ failed: 'HASH_MISMATCH' });
  });
});
