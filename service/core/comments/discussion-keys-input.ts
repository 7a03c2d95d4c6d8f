import { z } from 'zod';

export const base64 = (bytes: { least: number; most: number }) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length >= bytes.least && length <= bytes.most, {
      error: `must be ${bytes.least === bytes.most ? bytes.most : `${bytes.least} to ${bytes.most}`} bytes in Base64`,
    });

export const ivAndTag = 12 + 16;
/** A hash of stored bytes, without its prefix. */
export const keySha256 = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, { error: 'must be sha256: and 64 lowercase hex digits' })
  .transform((hash) => hash.slice('sha256:'.length));

export const discussionKeys = z
  .array(
    z
      .object({
        contentHash: keySha256,
        wrappedKey: base64({ least: ivAndTag + 32, most: ivAndTag + 32 }).nullish(),
        key: base64({ least: 32, most: 32 }).nullish(),
      })
      .refine(({ wrappedKey, key }) => (wrappedKey == null) !== (key == null), {
        path: ['wrappedKey'],
        error: 'or key must be given: exactly one of the two',
      })
      .transform(({ contentHash, wrappedKey, key }) => ({
        sha256: contentHash,
        wrapped: wrappedKey ?? null,
        published: key ?? null,
      })),
  )
  .max(100);
