import { describe, expect, it } from 'vitest';
import { operations } from './operations.ts';
import { sha256Hex } from './primitives/aes-gcm.ts';
import { bytesFromBase64 } from './primitives/base64.ts';
import vector from './vectors/aes-256-gcm.json' with { type: 'json' };

const storedUrl = `data:application/octet-stream;base64,${vector.ciphertext}`;
const never = new AbortController().signal;
const ignore = () => {};

it('downloads, decrypts and hashes stored bytes, and reports the received bytes', async () => {
  const stored = bytesFromBase64(vector.ciphertext);
  const seen: number[] = [];
  const { body, contentHash } = await operations.decryptFile(
    {
      url: storedUrl,
      key: bytesFromBase64(vector.key),
      iv: vector.iv,
      plaintextHash: `sha256-${await sha256Hex(new TextEncoder().encode(vector.plaintext))}`,
      contentType: 'text/plain',
    },
    (bytes) => seen.push(bytes),
    never,
  );
  expect(await body.text()).toBe(vector.plaintext);
  expect(body.type).toBe('text/plain');
  expect(contentHash).toBe(`sha256:${await sha256Hex(stored)}`);
  expect(seen.at(-1)).toBe(stored.length);
});

it('encrypts a file to ciphertext that does not contain it', async () => {
  const file = new Blob(['the plaintext '.repeat(1000)]);
  const args = { file, key: bytesFromBase64(vector.key) };
  const { ciphertext, plaintextHash } = await operations.encryptFile(args, ignore, never);
  expect(ciphertext.size).toBe(file.size + 16);
  expect(plaintextHash).toBe(`sha256-${await sha256Hex(await file.arrayBuffer())}`);
  expect(await ciphertext.text()).not.toContain('plaintext');
});

it('hashes a file', async () => {
  const file = new Blob(['abc']);
  expect(await operations.hashFile({ file }, ignore, never)).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

describe('the key of a file that is not encrypted', () => {
  it.each([
    ['cannot be read', 'UNREADABLE', never],
    ['is cancelled', 'ABORTED', AbortSignal.abort()],
  ])('is zeroed if the file %s', async (_why, code, signal) => {
    const file = new Blob(['x']);
    if (code === 'UNREADABLE')
      file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    const key = bytesFromBase64(vector.key);
    await expect(operations.encryptFile({ file, key }, ignore, signal)).rejects.toMatchObject({ code });
    expect(key.every((byte) => byte === 0)).toBe(true);
  });
});

it('stops a download that was aborted', async () => {
  const signal = AbortSignal.abort();
  const fetching = operations.fetchFile({ url: storedUrl, contentType: 'text/plain' }, ignore, signal);
  await expect(fetching).rejects.toMatchObject({ code: 'ABORTED' });
});
