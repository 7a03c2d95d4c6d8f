import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { context, kindOfFailure, kmsSuite } from './kms.suite.ts';
import { LocalKms } from './local-kms.ts';
import vectors from './local-kms.vectors.json' with { type: 'json' };

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

const newKms = () => new LocalKms([new Uint8Array(randomBytes(32))]);

kmsSuite('local KMS', newKms);

describe('local KMS', () => {
  test('a changed bit in version, key id or content gives a different error each', async () => {
    const kms = newKms();
    const { wrapped } = await kms.generateDataKey(context);
    for (let index = 0; index < wrapped.length; index += 1) {
      const changed = Uint8Array.from(wrapped);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const expected = index === 0 ? 'MALFORMED' : index <= 8 ? 'UNKNOWN_KEY' : 'REFUSED';
      expect(await kindOfFailure(kms.unwrapDataKey(changed, context)), `byte ${index}`).toBe(expected);
    }
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

  test('only keys of 32 bytes are accepted', () => {
    expect(() => new LocalKms([new Uint8Array(16)])).toThrow('A master key has 16 bytes; it needs 32.');
  });

  test.each(vectors)('a wrap of an earlier version still opens: $comment', async (vector) => {
    const kms = new LocalKms([fromHex(vector.masterKey)]);
    const plaintext = await kms.unwrapDataKey(
      fromHex(vector.wrapped),
      vector.context as Record<string, string>,
    );
    expect(Buffer.from(plaintext).toString('hex')).toBe(vector.plaintext);
  });
});
