import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isQuick } from '@labroom/testing/depth.ts';
import { describe, expect, test } from 'vitest';
import vector from '../vectors/aes-256-gcm.json' with { type: 'json' };
import { bytesFromBase64 } from './base64.ts';
import { GcmStream, importStreamKey, MAX_GCM_BYTES } from './gcm-stream.ts';

const bytes = (length: number) => new Uint8Array(randomBytes(length));
const [key, iv] = [bytes(32), bytes(12)];
const openStream = async (length: number, with_ = { key, iv }) =>
  GcmStream.open(await importStreamKey(with_.key.slice()), with_.iv, length);

/** Pieces of `size` bytes, and the rest. */
function* piecesOf(whole: Uint8Array<ArrayBuffer>, size: number) {
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size);
}
async function streamed(
  how: 'encrypt' | 'decrypt',
  whole: Uint8Array<ArrayBuffer>,
  size: number,
  with_ = { key, iv },
) {
  const stream = await openStream(whole.length, with_);
  const pieces: Uint8Array[] = [];
  for (const piece of piecesOf(whole, size)) pieces.push(await stream[how](piece));
  return { stream, result: Buffer.concat(pieces) };
}
function atOnce(plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

const piece = 64;
/** Each piece is a call of Web Crypto. */
const mostPieces = isQuick ? 9 : 64;
const lengths = [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000, 4096, 5_003];

describe('what is encrypted piece by piece', () => {
  test.each(
    [16, piece, 4096, 200_000].flatMap((size) =>
      lengths.filter((length) => length <= mostPieces * size).map((length) => [length, size] as const),
    ),
  )('is one AES-256-GCM message: %i bytes in pieces of %i', async (length, size) => {
    const plain = bytes(length);
    const { stream, result } = await streamed('encrypt', plain, size);
    expect(Buffer.concat([result, stream.tag()]).equals(atOnce(plain))).toBe(true);
  });

  test('is what the known-answer vector says', async () => {
    const known = { key: bytesFromBase64(vector.key), iv: bytesFromBase64(vector.iv) };
    const plain = new TextEncoder().encode(vector.plaintext);
    const { stream, result } = await streamed('encrypt', plain, 16, known);
    expect(Buffer.concat([result, stream.tag()]).toString('base64')).toBe(vector.ciphertext);
  });

  test('is opened by other programs, and refused by them after a change', async () => {
    const plain = bytes(1000);
    const { stream, result } = await streamed('encrypt', plain, piece);
    const opener = (tag: Uint8Array) => createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag);
    const decipher = opener(stream.tag());
    expect(Buffer.concat([decipher.update(result), decipher.final()]).equals(Buffer.from(plain))).toBe(true);
    const other = opener(stream.tag());
    other.update(Buffer.concat([result.subarray(1), Buffer.of(0)]));
    expect(() => other.final()).toThrow();
  });

  test('goes on with the counter where the first block of a later piece is', async () => {
    // The last byte of the counter overflows between blocks 253 and 254.
    const plain = bytes(16 * 300);
    const { result } = await streamed('encrypt', plain, 16 * 254);
    expect(result.equals(atOnce(plain).subarray(0, -16))).toBe(true);
  });
});

describe('what is decrypted piece by piece', () => {
  test.each(lengths.filter((length) => !isQuick || length <= 1000))(
    'is the plaintext, and its tag is right: %i bytes',
    async (length) => {
      const plain = bytes(length);
      const stored = new Uint8Array(atOnce(plain));
      const { stream, result } = await streamed('decrypt', stored.slice(0, -16), piece);
      stream.requireTag(stored.slice(-16));
      expect(result.equals(Buffer.from(plain))).toBe(true);
    },
  );

  const stored = () => new Uint8Array(atOnce(new Uint8Array(1000)));
  const flipped = (at: number, bit = 1) => {
    const changed = stored();
    changed[at] = (changed[at] ?? 0) ^ bit;
    return changed;
  };
  test.each([
    ['first byte', 0, 1],
    ['last byte of a piece', 63, 0x80],
    ['first byte of a piece', 64, 1],
    ['first byte of the last piece', 960, 0x10],
    ['last byte', 999, 0x80],
    ['first byte of the tag', 1000, 0x80],
    ['last byte of the tag', 1015, 1],
  ])('is refused after a changed bit: %s', async (_, at, bit) => {
    const changed = flipped(at, bit);
    const { stream } = await streamed('decrypt', changed.slice(0, -16), piece);
    expect(() => stream.requireTag(changed.slice(-16))).toThrowError(
      expect.objectContaining({ code: 'TAG_MISMATCH' }),
    );
  });

  test.each([
    ['another IV', { key, iv: iv.map((byte, at) => (at === 11 ? byte ^ 1 : byte)) }],
    ['another key', { key: key.map((byte, at) => (at === 31 ? byte ^ 1 : byte)), iv }],
  ])('is refused with %s', async (_, with_) => {
    const { stream } = await streamed('decrypt', stored().slice(0, -16), piece, with_);
    expect(() => stream.requireTag(stored().slice(-16))).toThrowError(
      expect.objectContaining({ code: 'TAG_MISMATCH' }),
    );
  });

  test.each([
    ['pieces in another order', (all: Uint8Array<ArrayBuffer>[]) => [all[1], all[0], ...all.slice(2)]],
    ['a piece left out', (all: Uint8Array<ArrayBuffer>[]) => all.slice(1)],
    ['a piece twice', (all: Uint8Array<ArrayBuffer>[]) => [all[0], ...all]],
    ['a shorter end', (all: Uint8Array<ArrayBuffer>[]) => all.slice(0, -1)],
  ])('is refused with %s', async (_, change) => {
    const stream = await openStream(1000);
    for (const one of change([...piecesOf(stored().slice(0, -16), piece)]))
      if (one) await stream.decrypt(one);
    expect(() => stream.requireTag(stored().slice(-16))).toThrowError(
      expect.objectContaining({ code: 'TAG_MISMATCH' }),
    );
  });

  test('is refused with a tag that is too short', async () => {
    const { stream } = await streamed('decrypt', stored().slice(0, -16), piece);
    expect(() => stream.requireTag(stored().slice(-16, -1))).toThrow();
    expect(() => stream.requireTag(new Uint8Array(0))).toThrow();
  });
});

describe('a stream', () => {
  test('is refused for more than the counter of AES-GCM can number', async () => {
    await expect(openStream(MAX_GCM_BYTES)).resolves.toBeDefined();
    await expect(openStream(MAX_GCM_BYTES + 1)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(MAX_GCM_BYTES).toBe(68_719_476_704);
  });

  test('takes no piece after one that ends within a block', async () => {
    const stream = await openStream(100);
    await stream.encrypt(bytes(17));
    await expect(stream.encrypt(bytes(16))).rejects.toThrow('whole blocks');
  });

  test('zeroes the bytes of its key, and gives it to nobody', async () => {
    const given = key.slice();
    const { counter, tag } = await importStreamKey(given);
    expect(given.every((byte) => byte === 0)).toBe(true);
    for (const one of [counter, tag]) expect(one).toMatchObject({ extractable: false, usages: ['encrypt'] });
    const short = key.slice(1);
    await expect(importStreamKey(short)).rejects.toMatchObject({ code: 'BAD_KEY' });
    expect(short.every((byte) => byte === 0)).toBe(true);
    await expect(openStream(1, { key, iv: iv.slice(1) })).rejects.toMatchObject({ code: 'BAD_KEY' });
  });
});
