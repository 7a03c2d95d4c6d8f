import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { KmsError } from './kms.ts';
import { LocalKms } from './local-kms.ts';
import vectors from './local-kms.vectors.json' with { type: 'json' };

const context = { purpose: 'file', issuer: '0xabc', environment: 'local' };
const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

function newKms() {
  return new LocalKms([new Uint8Array(randomBytes(32))]);
}

async function kindOfFailure(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof KmsError ? error.kind : error;
}

describe('local KMS', () => {
  test('a data key opens under the context it was made for', async () => {
    const kms = newKms();
    const { plaintext, wrapped } = await kms.generateDataKey(context);
    expect(plaintext).toHaveLength(32);
    expect(await kms.unwrapDataKey(wrapped, context)).toEqual(plaintext);
  });

  test('the order in which a context is written does not matter', async () => {
    const kms = newKms();
    const { plaintext, wrapped } = await kms.generateDataKey({ a: '1', b: '2' });
    expect(await kms.unwrapDataKey(wrapped, { b: '2', a: '1' })).toEqual(plaintext);
  });

  test.each([
    [{}],
    [{ ...context, issuer: '0xdef' }],
    [{ ...context, more: '' }],
    [{ purpose: 'file', issuer: '0xabc' }],
    [{ purpose: 'file","issuer', issuer: '0xabc', environment: 'local' }],
  ])('another context %j is refused', async (other) => {
    const kms = newKms();
    const { wrapped } = await kms.generateDataKey(context);
    expect(await kindOfFailure(kms.unwrapDataKey(wrapped, other))).toBe('REFUSED');
  });

  test('contexts that read the same when joined are different contexts', async () => {
    const kms = newKms();
    const { wrapped } = await kms.generateDataKey({ ab: 'c' });
    expect(await kindOfFailure(kms.unwrapDataKey(wrapped, { a: 'bc' }))).toBe('REFUSED');
  });

  test('a changed bit in any byte is noticed', async () => {
    const kms = newKms();
    const { wrapped } = await kms.generateDataKey(context);
    for (let index = 0; index < wrapped.length; index += 1) {
      const changed = Uint8Array.from(wrapped);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const expected = index === 0 ? 'MALFORMED' : index <= 8 ? 'UNKNOWN_KEY' : 'REFUSED';
      expect(await kindOfFailure(kms.unwrapDataKey(changed, context)), `byte ${index}`).toBe(expected);
    }
  });

  test('a wrap cut or lengthened anywhere is refused', async () => {
    const kms = newKms();
    const { wrapped } = await kms.generateDataKey(context);
    for (let length = 0; length < wrapped.length; length += 1) {
      expect(await kindOfFailure(kms.unwrapDataKey(wrapped.slice(0, length), context))).toMatch(
        /MALFORMED|REFUSED/,
      );
    }
    expect(await kindOfFailure(kms.unwrapDataKey(Uint8Array.of(...wrapped, 0), context))).toBe('REFUSED');
  });

  test('after a rotation old wraps open and new ones use the new key', async () => {
    const [older, newer] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
    const before = await new LocalKms([older]).generateDataKey(context);
    const rotated = new LocalKms([newer, older]);
    expect(await rotated.unwrapDataKey(before.wrapped, context)).toEqual(before.plaintext);
    const after = await rotated.generateDataKey(context);
    expect(await new LocalKms([newer]).unwrapDataKey(after.wrapped, context)).toEqual(after.plaintext);
    expect(await kindOfFailure(new LocalKms([older]).unwrapDataKey(after.wrapped, context))).toBe(
      'UNKNOWN_KEY',
    );
  });

  test('equal plaintexts never give equal wraps', async () => {
    const kms = newKms();
    const wraps = await Promise.all(Array.from({ length: 100 }, () => kms.wrap(new Uint8Array(32), context)));
    expect(new Set(wraps.map((wrap) => Buffer.from(wrap).toString('hex'))).size).toBe(100);
  });

  test('only secrets of 1 to 4,096 bytes and keys of 32 bytes are taken', async () => {
    const kms = newKms();
    await expect(kms.wrap(new Uint8Array(), context)).rejects.toThrow(RangeError);
    await expect(kms.wrap(new Uint8Array(4097), context)).rejects.toThrow(RangeError);
    expect(await kms.unwrapDataKey(await kms.wrap(new Uint8Array(4096), context), context)).toHaveLength(
      4096,
    );
    expect(() => new LocalKms([new Uint8Array(16)])).toThrow('A master key has 16 bytes; it needs 32.');
  });

  test.each(vectors)('a wrap of an earlier day still opens: $comment', async (vector) => {
    const kms = new LocalKms([fromHex(vector.masterKey)]);
    const plaintext = await kms.unwrapDataKey(
      fromHex(vector.wrapped),
      vector.context as Record<string, string>,
    );
    expect(Buffer.from(plaintext).toString('hex')).toBe(vector.plaintext);
  });
});
