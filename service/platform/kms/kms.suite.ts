import { depth } from '@labroom/testing/depth.ts';
import { describe, expect, test } from 'vitest';
import { type Kms, KmsError } from './kms.ts';

export const context = { purpose: 'file', issuer: '0xabc', environment: 'local' };

/** Returns the kind of `KmsError` that an attempt fails with. */
export async function kindOfFailure(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof KmsError ? error.kind : error;
}

/** What every adapter of `Kms` guarantees. */
export function kmsSuite(name: string, newKms: () => Kms): void {
  describe(name, () => {
    test('a data key opens with the context it was made for', async () => {
      const kms = newKms();
      const { plaintext, wrapped } = await kms.generateDataKey(context);
      expect(plaintext).toHaveLength(32);
      expect(await kms.unwrapDataKey(wrapped, context)).toEqual(plaintext);
    });

    test('the order of the keys of a context does not matter', async () => {
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
    ])('another context %j is rejected', async (other) => {
      const kms = newKms();
      const { wrapped } = await kms.generateDataKey(context);
      expect(await kindOfFailure(kms.unwrapDataKey(wrapped, other))).toBe('REFUSED');
    });

    test('contexts that are equal when joined are different contexts', async () => {
      const kms = newKms();
      const { wrapped } = await kms.generateDataKey({ ab: 'c' });
      expect(await kindOfFailure(kms.unwrapDataKey(wrapped, { a: 'bc' }))).toBe('REFUSED');
    });

    test('a changed bit in any byte is detected', async () => {
      const kms = newKms();
      const { wrapped } = await kms.generateDataKey(context);
      for (let index = 0; index < wrapped.length; index += depth.damagedByteStride) {
        const changed = Uint8Array.from(wrapped);
        changed[index] = (changed[index] ?? 0) ^ 4;
        expect(await kindOfFailure(kms.unwrapDataKey(changed, context)), `byte ${index}`).toMatch(
          /^(MALFORMED|REFUSED|UNKNOWN_KEY)$/,
        );
      }
    });

    test('a wrap truncated at any byte, or extended, is rejected', async () => {
      const kms = newKms();
      const { wrapped } = await kms.generateDataKey(context);
      for (let length = 0; length < wrapped.length; length += depth.damagedByteStride) {
        const cut = wrapped.slice(0, length);
        expect(await kindOfFailure(kms.unwrapDataKey(cut, context))).toMatch(/^(MALFORMED|REFUSED)$/);
      }
      expect(await kindOfFailure(kms.unwrapDataKey(Uint8Array.of(...wrapped, 0), context))).toBe('REFUSED');
    });

    test('equal plaintexts never give equal wraps', async () => {
      const kms = newKms();
      const wraps = await Promise.all(
        Array.from({ length: 50 }, () => kms.wrap(new Uint8Array(32), context)),
      );
      expect(new Set(wraps.map((wrap) => Buffer.from(wrap).toString('hex'))).size).toBe(50);
    });

    test('secrets of 1 to 4,096 bytes are accepted', async () => {
      const kms = newKms();
      await expect(kms.wrap(new Uint8Array(), context)).rejects.toThrow(RangeError);
      await expect(kms.wrap(new Uint8Array(4097), context)).rejects.toThrow(RangeError);
      const wrapped = await kms.wrap(new Uint8Array(4096), context);
      expect(await kms.unwrapDataKey(wrapped, context)).toHaveLength(4096);
    });
  });
}
