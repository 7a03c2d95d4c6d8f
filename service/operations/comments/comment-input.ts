import { z } from 'zod';
import { anchorKinds, anchorProblem, commentLimits, mentionsOf } from '#packages/protocol/comment.ts';
import { markdown, walletAddress } from '#service/platform/input/input.ts';

export const uuid = z.uuid({ error: 'must be a UUID' }).transform((id) => id.toLowerCase());

export const anchor = z
  .object({
    kind: z.enum(anchorKinds),
    start: z.int(),
    end: z.int(),
    startColumn: z.int().nullish(),
    endColumn: z.int().nullish(),
  })
  .superRefine((value, issues) => {
    const message = anchorProblem(value);
    if (message) issues.addIssue({ code: 'custom', message });
  });

const base64 = (bytes: { least: number; most: number }) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length >= bytes.least && length <= bytes.most, {
      error: `must be ${bytes.least === bytes.most ? bytes.most : `${bytes.least} to ${bytes.most}`} bytes in Base64`,
    });

const ivAndTag = 12 + 16;
/** A hash of stored bytes, without its prefix. */
const keySha256 = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, { error: 'must be sha256: and 64 lowercase hex digits' })
  .transform((hash) => hash.slice('sha256:'.length));

export const mentions = z.array(walletAddress).max(commentLimits.mentions);

const body = markdown(commentLimits.length)
  .refine((text) => text.trim() !== '', { error: 'must not be empty' })
  .refine((text) => mentionsOf(text).length <= commentLimits.mentions, {
    error: `mentions more than ${commentLimits.mentions} wallets`,
  });

const encrypted = z.object({
  ciphertext: base64({ least: ivAndTag + 1, most: commentLimits.ciphertextBytes }),
  keyContentHash: keySha256,
  mentions: mentions.nullish(),
});

/** The words of a comment: what is stored of them. */
export const comment = z
  .object({ id: uuid, body: body.nullish(), encrypted: encrypted.nullish() })
  .refine((given) => (given.body == null) !== (given.encrypted == null), {
    path: ['body'],
    error: 'or encrypted must be given: exactly one of the two',
  })
  .transform(({ id, body: text, encrypted: secret }) => ({
    id,
    words: {
      body: text ?? null,
      ciphertext: secret?.ciphertext ?? null,
      keySha256: secret?.keyContentHash ?? null,
      mentions: [...new Set(secret ? (secret.mentions ?? []) : mentionsOf(text ?? ''))] as string[],
    },
  }));

export type NewComment = z.output<typeof comment>;
export type Words = NewComment['words'];

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
