import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';
import { listen } from '@labroom/testing/transports/listen.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSize, readRange } from '../crypto/ranges/ranged-object.ts';
import { openRangedObject } from './read-range.ts';

const never = new AbortController().signal;
let stored = Buffer.alloc(0);
const ranges: (string | undefined)[] = [];
const server = createServer((request, response) => {
  const { range = '' } = request.headers;
  ranges.push(range);
  const [, start = 0, end = 0] = /^bytes=(\d+)-(\d+)$/.exec(range)?.map(Number) ?? [];
  response.writeHead(206).end(stored.subarray(start, end + 1));
});
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ url, close } = await listen(server));
});
afterAll(() => close());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const listOf = (bytes: Buffer) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
      sha256(bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)),
    ),
  );

/** A stored file with its list and code, made by Node as the specification has it. */
function storedFile(plain: Buffer) {
  const [key, iv] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const bytes = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes.length));
  const hashes = listOf(bytes);
  const codeKey = Buffer.from(hkdfSync('sha256', key, '', 'labroom chunks v1', 32));
  const code = createHmac('sha256', codeKey).update(iv).update(length).update(hashes).digest();
  return { key, iv, bytes, hashes, code, contentLength: bytes.length };
}
type Stored = ReturnType<typeof storedFile>;

function open({ key, iv, bytes, hashes, code, contentLength }: Stored, isPublic = false) {
  stored = bytes;
  const file = {
    did: 'did:x',
    version: 1,
    contentLength,
    downloadUrl: url,
    encryption: isPublic ? null : { iv: iv.toString('base64'), accessControlConditions: '[]' },
  };
  const released = {
    key: key.toString('base64'),
    plaintextHash: '',
    downloadUrl: url,
    chunksMac: code.toString('base64'),
  };
  const api = {
    chunkHashes: async () => hashes.toString('base64'),
    decryptDataKey: async () => released,
  };
  return openRangedObject(api, '0x', file, never);
}
const flipped = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};

const plain = randomBytes(2 * CHUNK_BYTES + 12_345);

test.each([
  ['encrypted', false],
  ['public', true],
])('any range is read, and only its chunks are downloaded: %s', async (_, isPublic) => {
  const file = storedFile(plain);
  const object = await open(
    isPublic ? { ...file, bytes: plain, hashes: listOf(plain), contentLength: plain.length } : file,
    isPublic,
  );
  if (!object) throw new Error('There is no list');
  expect(contentSize(object)).toBe(plain.length);
  const M = CHUNK_BYTES;
  const wanted = [
    ...[
      [0, 1],
      [0, M],
      [M - 1, 2],
      [M, M],
      [5, 2 * M],
      [plain.length - 8, 8],
      [plain.length - 8, 99],
    ],
    ...[
      [0, plain.length],
      [plain.length, 1],
      [plain.length + 7, 1],
      [2 * M + 17, 0],
    ],
  ] as const;
  for (const [offset = 0, length = 0] of wanted) {
    ranges.length = 0;
    const read = Buffer.from(await readRange(object, offset, length));
    expect(read.equals(plain.subarray(offset, offset + length))).toBe(true);
    const last = Math.min(Math.ceil((offset + length) / M) * M, object.contentLength) - 1;
    expect(ranges).toEqual(read.length > 0 ? [`bytes=${Math.floor(offset / M) * M}-${last}`] : []);
  }
});

test('the tag at the end never becomes content, also where a chunk begins with it', async () => {
  for (const length of [CHUNK_BYTES - 16, CHUNK_BYTES - 8, CHUNK_BYTES, CHUNK_BYTES + 1]) {
    const content = plain.subarray(0, length);
    const object = await open(storedFile(content));
    if (!object) throw new Error('There is no list');
    expect(Buffer.from(await readRange(object, length - 9, 99)).equals(content.subarray(-9))).toBe(true);
  }
});

test('a changed bit is never given: of a chunk, of the list, of the code, of the IV, of the key or of the length', async () => {
  const file = storedFile(plain);
  for (const at of [0, 20, CHUNK_BYTES - 1, CHUNK_BYTES, 2 * CHUNK_BYTES + 9, file.bytes.length - 17]) {
    const object = await open(file);
    if (!object) throw new Error('There is no list');
    stored = flipped(file.bytes, at);
    const chunk = Math.floor(at / CHUNK_BYTES);
    await expect(readRange(object, at, 1)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
    await expect(readRange(object, 0, plain.length)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
    const other = ((chunk + 1) % 3) * CHUNK_BYTES;
    expect(Buffer.from(await readRange(object, other, 9)).equals(plain.subarray(other, other + 9))).toBe(
      true,
    );
  }
  const refused: Stored[] = [
    { ...file, hashes: flipped(file.hashes, 0) },
    { ...file, hashes: flipped(file.hashes, file.hashes.length - 1) },
    { ...file, hashes: file.hashes.subarray(32) },
    { ...file, code: flipped(file.code, 31) },
    { ...file, code: file.code.subarray(1) },
    { ...file, iv: flipped(file.iv, 11) },
    { ...file, key: flipped(file.key, 3) },
    { ...file, contentLength: file.contentLength - 1 },
  ];
  for (const one of refused) await expect(open(one)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
});

test('bytes and list that were changed together are refused without the data key', async () => {
  const file = storedFile(plain);
  const bytes = flipped(file.bytes, 5);
  await expect(open({ ...file, bytes, hashes: listOf(bytes) })).rejects.toMatchObject({
    code: 'HASH_MISMATCH',
  });
});

test('chunks in another order are refused', async () => {
  const file = storedFile(plain);
  const object = await open(file);
  if (!object) throw new Error('There is no list');
  stored = Buffer.concat([
    file.bytes.subarray(CHUNK_BYTES, 2 * CHUNK_BYTES),
    file.bytes.subarray(0, CHUNK_BYTES),
  ]);
  await expect(readRange(object, 0, 10)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
});

test('a version without a list or a code has no verified ranges, and its key is not asked for in vain', async () => {
  const released: string[] = [];
  const api = (hashes: string | null) => ({
    chunkHashes: async () => hashes,
    decryptDataKey: async () => {
      released.push('key');
      return { key: randomBytes(32).toString('base64'), plaintextHash: '', downloadUrl: url };
    },
  });
  const encryption = { iv: randomBytes(12).toString('base64'), accessControlConditions: '[]' };
  const file = { did: 'did:x', version: 1, contentLength: 5, downloadUrl: url, encryption };
  expect(await openRangedObject(api(null), '0x', file, never)).toBeNull();
  expect(released).toEqual([]);
  const list = randomBytes(32).toString('base64');
  expect(await openRangedObject(api(list), '0x', file, never)).toBeNull();
});
