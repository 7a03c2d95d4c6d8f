import { expect, it } from 'vitest';
import { isPlaintextHash, parseContentHash, plaintextHash, storedHash } from './content-hash.ts';

const hex = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

it('distinguishes hashes of stored bytes from hashes of plaintext', () => {
  expect(parseContentHash(storedHash(hex))).toEqual({ of: 'stored bytes', hex });
  expect(parseContentHash(plaintextHash(hex))).toEqual({ of: 'plaintext', hex });
  expect(parseContentHash(`SHA256:${hex.toUpperCase()}`)).toEqual({ of: 'stored bytes', hex });
});

it.each([
  hex,
  `sha256=${hex}`,
  `sha256:${hex}0`,
  `sha256:${hex.slice(1)}`,
  `sha512-${hex}`,
  ` sha256:${hex}`,
  '',
])('rejects %j', (value) => {
  expect(parseContentHash(value)).toBeNull();
  expect(isPlaintextHash(value)).toBe(false);
});

it('requires a plaintext hash in lowercase', () => {
  expect(isPlaintextHash(plaintextHash(hex))).toBe(true);
  expect(isPlaintextHash(plaintextHash(hex.toUpperCase()))).toBe(false);
  expect(isPlaintextHash(storedHash(hex))).toBe(false);
});
