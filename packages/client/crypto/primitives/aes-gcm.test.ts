import { describe, expect, it } from 'vitest';
import vector from '../vectors/aes-256-gcm.json' with { type: 'json' };
import { open, seal, sha256Hex } from './aes-gcm.ts';
import { base64FromBytes, bytesFromBase64 } from './base64.ts';
import { codeOf, hashChunks, importChunksKey } from './chunk-list.ts';

const text = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
const encode = (value: string) => new TextEncoder().encode(value);
const keyBytes = () => bytesFromBase64(vector.key);

describe('file encryption', () => {
  it('makes the code of the chunks of the known-answer vector', async () => {
    const stored = bytesFromBase64(vector.ciphertext);
    const list = {
      iv: bytesFromBase64(vector.iv),
      contentLength: stored.length,
      hashes: await hashChunks(stored),
    };
    const code = await codeOf(await importChunksKey(keyBytes()), list);
    expect(base64FromBytes(code)).toBe('uhabatQUMOQx728xhWjZK80D83mxlyHOjlTvGL74Fw8=');
  });

  it('decrypts the known-answer vector', async () => {
    const hash = `sha256-${await sha256Hex(encode(vector.plaintext))}`;
    const plaintext = await open(bytesFromBase64(vector.ciphertext), keyBytes(), vector.iv, hash);
    expect(text(plaintext)).toBe(vector.plaintext);
  });

  it('appends the tag: 16 bytes more than the plaintext, also for an empty file', async () => {
    expect((await seal(encode('abc'), keyBytes())).ciphertext.byteLength).toBe(19);
    const empty = await seal(new Uint8Array(), keyBytes());
    expect(empty.ciphertext.byteLength).toBe(16);
    expect((await open(empty.ciphertext, keyBytes(), empty.iv, empty.plaintextHash)).byteLength).toBe(0);
  });

  it('uses a new IV each time', async () => {
    const [a, b] = [await seal(encode('x'), keyBytes()), await seal(encode('x'), keyBytes())];
    expect(a.iv).not.toBe(b.iv);
    expect(bytesFromBase64(a.iv)).toHaveLength(12);
    expect(a.plaintextHash).toBe(b.plaintextHash);
  });

  it('zeroes the given key on success and on failure', async () => {
    const sealing = keyBytes();
    const { ciphertext, iv, plaintextHash } = await seal(encode('x'), sealing);
    const opening = keyBytes();
    await open(ciphertext, opening, iv, plaintextHash);
    const failing = keyBytes();
    await expect(open(new Uint8Array(20), failing, iv, plaintextHash)).rejects.toThrow();
    const short = keyBytes().slice(0, 31);
    await expect(seal(encode('x'), short)).rejects.toMatchObject({ code: 'BAD_KEY' });
    for (const key of [sealing, opening, failing, short]) expect(key.every((byte) => byte === 0)).toBe(true);
  });

  it('returns nothing if a bit, the key, the IV or the declared hash differs', async () => {
    const { ciphertext, iv, plaintextHash } = await seal(encode('secret'), keyBytes());
    const flipped = new Uint8Array(ciphertext.slice(0));
    flipped[2] = (flipped[2] ?? 0) ^ 1;
    const otherKey = crypto.getRandomValues(new Uint8Array(32));
    const otherIv = 'AAAAAAAAAAAAAAAA';
    const tag = { code: 'TAG_MISMATCH' };
    await expect(open(flipped, keyBytes(), iv, plaintextHash)).rejects.toMatchObject(tag);
    await expect(open(ciphertext.slice(1), keyBytes(), iv, plaintextHash)).rejects.toMatchObject(tag);
    await expect(open(ciphertext, otherKey, iv, plaintextHash)).rejects.toMatchObject(tag);
    await expect(open(ciphertext, keyBytes(), otherIv, plaintextHash)).rejects.toMatchObject(tag);
    await expect(open(ciphertext, keyBytes(), 'AAAA', plaintextHash)).rejects.toMatchObject({
      code: 'BAD_KEY',
    });
    const wrong = `sha256-${'0'.repeat(64)}`;
    await expect(open(ciphertext, keyBytes(), iv, wrong)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
  });
});
